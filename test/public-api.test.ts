import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** What the package exports, by the address that users import. */
const ENTRIES: Record<string, string> = {
  'tandem-mcp': 'src/index.ts',
  'tandem-mcp/ask': 'src/ask/index.ts',
  'tandem-mcp/ask/client': 'src/ask/client.ts',
  'tandem-mcp/chat': 'src/chat/index.ts',
  'tandem-mcp/react': 'src/react/index.ts',
  'tandem-mcp/stores': 'src/stores/index.ts',
};

interface PublicExport {
  entry: string;
  name: string;
  isValue: boolean;
  /** The doc comment of its first declaration; empty if there is none. */
  doc: string;
}

const exported = Object.entries(ENTRIES).flatMap(([entry, file]) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/export (type )?\{([^}]*)\} from '([^']+)'/g)].flatMap(
    ([, allTypes, names = '', from = '']) => {
      const source = readFileSync(join(root, dirname(file), from), 'utf8');
      return [...names.matchAll(/(type )?(\w+)/g)].map(([, type, name = '']): PublicExport => {
        const declaration = new RegExp(
          `^export (?:async )?(?:type|interface|class|const|function) ${name}\\b`,
          'm',
        );
        const before = source.slice(0, declaration.exec(source)?.index ?? 0);
        const doc = before.endsWith('*/\n') ? before.slice(before.lastIndexOf('/**')) : '';
        return { entry, name, isValue: !allTypes && !type, doc };
      });
    },
  ),
);

test('every entry of the package is checked here', () => {
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const typed = Object.keys(exports).filter((path) => exports[path].types);
  expect(Object.keys(ENTRIES)).toEqual(typed.map((path) => path.replace('.', 'tandem-mcp')));
  expect(exported.length).toBeGreaterThan(100);
});

test('every export has a doc comment', () => {
  expect(exported.filter(({ doc }) => doc === '').map(({ entry, name }) => `${entry}: ${name}`)).toEqual([]);
});

test('every function and component has an example; classes may show theirs where they are thrown', () => {
  const without = exported.filter(({ isValue, doc }) => isValue && !doc.includes('@example'));
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
  for (const { name, doc } of exported)
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
