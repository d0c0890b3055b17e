import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { ENTRIES, publicExports } from './public-exports.ts';

const root = join(import.meta.dirname, '..');

test('every entry of the package is checked here', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const typed = Object.keys(exports).filter((path) => exports[path].types);
  expect(Object.keys(ENTRIES)).toEqual(typed.map((path) => path.replace('.', 'tandem-mcp')));
  expect(publicExports.length).toBeGreaterThan(100);
});

test('every export has a doc comment', () => {
  expect(publicExports.filter(({ doc }) => doc === '').map(({ entry, name }) => `${entry}: ${name}`)).toEqual(
    [],
  );
});

test('every function and component has an example; classes may show theirs where they are thrown', () => {
  const without = publicExports.filter(({ isValue, doc }) => isValue && !doc.includes('@example'));
  expect(without.map(({ name }) => name)).toEqual([
    'SampleValidationError',
    'PluginRegistry',
    'ChatRequestError',
  ]);
});

test('every example compiles', async () => {
  // Inside node_modules, so that the packages of the repository are found, and nothing else looks at it.
  const cache = join(root, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'examples-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = new Map<string, string>();
  for (const { name, doc } of publicExports)
    for (const [, extension = '', code = ''] of doc.matchAll(/```(tsx?)\n([\s\S]*?)```/g))
      files.set(`${name}.${extension}`, `${code.replaceAll(/^ \* ?/gm, '')}\nexport {};\n`);
  for (const [name, code] of files) writeFileSync(join(folder, name), code);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const paths = Object.entries(ENTRIES).map(([entry, file]) => [entry, [join(root, file)]]);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { paths: Object.fromEntries(paths), noUncheckedSideEffectImports: false },
      files: [...files.keys()],
      exclude: [],
    }),
  );
  expect(files.size).toBeGreaterThan(30);
  const tsc = join(root, 'node_modules', '.bin', 'tsc');
  const { stdout, code = 0 } = await promisify(execFile)(tsc, ['-p', folder]).catch((error) => error);
  expect({ stdout, code }).toEqual({ stdout: '', code: 0 });
});
