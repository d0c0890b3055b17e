import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogger } from '../../lib/logger.ts';
import { findPackages } from './find-packages.ts';
import { resolveExport } from './resolve-package.ts';

const CORE = ['engine', 'api', 'helpers', 'operators-js', 'actions-core'];
let dir: string;
let lines: string[];
beforeEach(() => {
  dir = realpathSync(mkdtempSync(join(tmpdir(), 'tandem-packages-')));
  lines = [];
});
afterEach(() => rmSync(dir, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(dir, path)), { recursive: true });
  writeFileSync(join(dir, path), text);
}

function install(modules: string, version: string, names = CORE): void {
  for (const name of names) {
    write(
      `${modules}/@lowdefy/${name}/package.json`,
      JSON.stringify({ version, type: 'module', exports: './index.js' }),
    );
    write(`${modules}/@lowdefy/${name}/index.js`, `export const from = '${version}';`);
  }
}

const find = (wanted: string | undefined) =>
  findPackages({ dir, wanted, log: createLogger('warn', (line) => lines.push(line)) });

it('finds the file if a package relies on the bundler for the suffix, next to a folder of the same name', () => {
  write('p/package.json', JSON.stringify({ exports: { './*': './dist/*' } }));
  write('p/dist/connections.js', '');
  write('p/dist/connections/One.js', '');
  expect(resolveExport(join(dir, 'p'), 'connections')).toBe(join(dir, 'p/dist/connections.js'));
  expect(resolveExport(join(dir, 'p'), 'blocks')).toBeUndefined();
});

it('uses ours if the app has none, and reports the different version', () => {
  expect(find('4.0.0-rc.11').version).toBe('4.0.0-rc.11');
  expect(find(undefined).version).toBe('4.0.0-rc.11');
  expect(lines).toEqual([]);
  expect(find('4.4.0').version).toBe('4.0.0-rc.11');
  expect(lines.join()).toMatch(/written for Lowdefy 4\.4\.0, but only 4\.0\.0-rc\.11 is installed/);
});

it.each<[string, boolean, RegExp[]]>([
  ['4.4.0', false, [/cd \S+ && npx lowdefy@4\.4\.0 build --no-next-build/]],
  ['4.5.0', true, [/written for Lowdefy 4\.5\.0/, /npx lowdefy@4\.5\.0 build --no-next-build/]],
  ['5.3.0', true, [/written for Lowdefy 5\.3\.0/, /npx lowdefy@5\.3\.0 build --no-next-build/]],
  ['5', true, [/"5" is not an exact version/]],
  ['local', true, [/says "lowdefy: local", which is not a release/, /\.lowdefy\/server\/node_modules/]],
])(
  'says what to run for %s, and on each page when its generation is another one',
  (wanted, isTold, parts) => {
    const { notice } = find(wanted);
    expect(lines).toHaveLength(1);
    for (const part of parts) expect(lines[0]).toMatch(part);
    expect(notice !== undefined).toBe(isTold);
    if (isTold) expect(notice).toContain(`asks for Lowdefy ${wanted} but runs on 4.0.0-rc.11`);
    expect(`${lines[0]} ${notice}`).not.toMatch(/lowdefy@(local|5) /);
  },
);

it('reports nothing about versions that match', () => {
  install('.lowdefy/server/node_modules', '5.3.0');
  for (const wanted of ['5.3.0', '5.3', '5', 'local']) expect(find(wanted).notice).toBeUndefined();
  expect(lines).toEqual([]);
  // Of the same generation, but not the requested one.
  expect(find('5.1.0').notice).toBeUndefined();
  expect(lines).toHaveLength(1);
  expect(find('4.7.3').notice).toContain('asks for Lowdefy 4.7.3 but runs on 5.3.0');
});

it("uses the app's Lowdefy where the stock tools put it", async () => {
  install('node_modules', '4.1.0');
  expect(find('4.1.0').version).toBe('4.1.0');
  install('.lowdefy/dev/node_modules', '4.2.0');
  expect(find('4.2.0').version).toBe('4.2.0');
  // With pnpm, some packages can only be resolved from others.
  install('.lowdefy/server/node_modules', '4.3.0', ['api', 'helpers', 'operators-js']);
  expect(find('4.2.0').version).toBe('4.2.0');
  install('.lowdefy/server/node_modules/.pnpm/node_modules', '4.3.0', ['engine', 'actions-core']);
  const finder = find('4.3.0');
  expect(finder.version).toBe('4.3.0');
  expect(await finder.load('@lowdefy/engine')).toMatchObject({ from: '4.3.0' });
  // What is missing comes from another place.
  expect(await finder.load('@lowdefy/operators-uuid', 'operators/client')).toHaveProperty('_uuid');
  expect(await finder.load('@lowdefy/nowhere')).toBeUndefined();
  expect(lines).toEqual([]);
});

it('prefers the place that has the version the app asks for', () => {
  install('.lowdefy/server/node_modules', '4.6.0');
  install('.lowdefy/dev/node_modules', '5.3.0');
  expect(find('5.3.0')).toMatchObject({ version: '5.3.0', isOwn: true, notice: undefined });
  expect(find('4.6.0').version).toBe('4.6.0');
  expect(find('4.0.0-rc.11').version).toBe('4.0.0-rc.11');
  expect(lines).toEqual([]);
  // Otherwise one of the same generation, otherwise the first.
  expect(find('5.1.0').version).toBe('5.3.0');
  for (const wanted of ['6.0.0', '4.2.0']) expect(find(wanted).version).toBe('4.6.0');
});

it('never mixes the core packages of two places', () => {
  install('.lowdefy/server/node_modules', '4.3.0', ['engine', 'api']);
  expect(find(undefined).version).toBe('4.0.0-rc.11');
});

it.each<[unknown, string, string | undefined]>([
  [undefined, 'blocks', 'blocks.js'],
  ['./blocks.js', '', 'blocks.js'],
  [{ import: './blocks.js' }, '', 'blocks.js'],
  [{ './blocks': { types: './x.d.ts', default: './blocks.js' } }, 'blocks', 'blocks.js'],
  [{ './*': './*.js' }, 'blocks', 'blocks.js'],
  [{ './blocks': './gone.js' }, 'blocks', undefined],
  [{ './types': './blocks.js' }, 'blocks', undefined],
])('resolves exports %j', (exports, subpath, file) => {
  write('p/package.json', JSON.stringify({ exports }));
  write('p/blocks.js', '');
  expect(resolveExport(join(dir, 'p'), subpath)).toBe(file && join(dir, 'p', file));
});
