import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The law: which folder of src may import which. What is not listed is refused, a new folder included.
 * `lib` and `errors.ts` are open to everybody.
 */
const MAY_IMPORT: Record<string, string[]> = {
  'index.ts': ['area', 'auth', 'session', 'server'],
  'errors.ts': [],
  lib: [],
  session: [],
  auth: [],
  view: [],
  protocol: [],
  stores: ['session'],
  area: ['session', 'auth', 'view'],
  mcp: ['area', 'auth', 'session', 'protocol'],
  http: ['area', 'auth', 'session', 'protocol'],
  lowdefy: ['area', 'session', 'view', 'protocol'],
  live: ['area', 'session', 'view', 'protocol'],
  ask: ['area', 'session', 'view', 'protocol'],
  chat: ['ask', 'area', 'session', 'protocol'],
  react: ['protocol', 'view'],
  web: ['react', 'protocol', 'view'],
  server: [
    'area',
    'auth',
    'session',
    'stores',
    'mcp',
    'http',
    'lowdefy',
    'live',
    'ask',
    'chat',
    'protocol',
    'view',
  ],
  cli: ['server', 'lowdefy', 'ask', 'stores', 'http'],
};

const src = resolve(import.meta.dirname, '../src');
const IMPORT = /(?:from\s+|import\s*\(?\s*)'(\.[^']+)'/g;

function sources(folder: string): string[] {
  return (
    readdirSync(folder, { withFileTypes: true, recursive: true })
      // Tests beside the sources may use whatever they need to try them.
      .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
  );
}

function roomOf(file: string): string {
  return relative(src, file).split('/')[0] ?? '';
}

test('every import is allowed by the table', () => {
  const files = sources(src);
  const wrong = files.flatMap((file) => {
    const room = roomOf(file);
    return [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, target = '']) => {
      const to = roomOf(resolve(dirname(file), target));
      const allowed = to === room || to === 'lib' || to === 'errors.ts' || MAY_IMPORT[room]?.includes(to);
      return allowed ? [] : [`${relative(src, file)} imports ${to}`];
    });
  });
  expect(files.length).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

test('every folder of src is in the table', () => {
  const rooms = new Set(sources(src).map(roomOf));
  expect([...rooms].filter((room) => !(room in MAY_IMPORT))).toEqual([]);
});

test('relative imports name the file with its suffix, as Node will', () => {
  const wrong = sources(src).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(IMPORT)].flatMap(([, target = '']) =>
      /\.(tsx?|css|json)$/.test(target) ? [] : [`${relative(src, file)}: ${target}`],
    ),
  );
  expect(wrong).toEqual([]);
});
