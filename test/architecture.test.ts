import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Which folder of src may import which, and through which doors. `ALL` is for folders of contracts, where every file
 * is meant for others; elsewhere the files are named. What is not listed is refused, including new folders. `lib` and
 * `errors.ts` are open to everybody.
 */
const ALL = 'ALL';
const MAY_IMPORT: Record<string, Record<string, typeof ALL | readonly string[]>> = {
  'index.ts': {
    area: ALL,
    auth: ALL,
    session: ALL,
    server: ['area-definition.ts', 'config-schema.ts', 'load-config.ts', 'tandem.ts', 'tandem-options.ts'],
    http: ['mount-options.ts'],
    lowdefy: ['lowdefy-host.ts'],
  },
  'errors.ts': {},
  lib: {},
  session: {},
  auth: {},
  view: { protocol: ALL },
  protocol: {},
  stores: { session: ALL },
  area: { session: ALL, auth: ALL, view: ALL, protocol: ALL },
  mcp: { area: ALL, auth: ALL, session: ALL, protocol: ALL },
  http: { area: ALL, auth: ALL, session: ALL, protocol: ALL },
  lowdefy: { area: ALL, session: ALL, view: ALL, protocol: ALL },
  live: { area: ALL, session: ALL, view: ALL, protocol: ALL },
  ask: { area: ALL, session: ALL, view: ALL, protocol: ALL },
  chat: { ask: ['door.ts'], area: ALL, session: ALL, protocol: ALL },
  share: { area: ALL, session: ALL, protocol: ALL },
  history: { area: ALL, session: ALL, protocol: ALL },
  react: { protocol: ALL, view: ALL },
  web: { react: ['index.ts', 'style.css'], protocol: ALL, view: ALL },
  // Bundled with Lowdefy's own packages for the frame of an app; nothing else imports it.
  replica: { protocol: ALL },
  server: {
    area: ALL,
    auth: ALL,
    session: ALL,
    protocol: ALL,
    view: ALL,
    stores: [
      'file/file-store.ts',
      'memory-store.ts',
      'postgres/postgres-store.ts',
      'mongodb/mongodb-store.ts',
    ],
    mcp: ['catalog.ts', 'change-hub.ts', 'mcp-http.ts', 'mcp-services.ts', 'mcp-stdio.ts'],
    http: [
      'http-options.ts',
      'listeners.ts',
      'mount.ts',
      'mount-options.ts',
      'operations.ts',
      'public-address.ts',
    ],
    lowdefy: [
      'lowdefy-area.ts',
      'app-sessions.ts',
      'lowdefy-host.ts',
      'app/app.ts',
      'app/load-app.ts',
      'app/mcp-schema.ts',
      'app/not-offered.ts',
      'app/read-connection.ts',
      'app/read-mcp-settings.ts',
      'build/config-files.ts',
      'build/read-build.ts',
      'check/check-config.ts',
      'check/config-finding.ts',
      'check/describe-build.ts',
      'check/reach-databases.ts',
      'check/with-build-failure.ts',
      'named/may-name-tools.ts',
      'runner/open-app.ts',
      'runner/running-apps.ts',
    ],
    live: ['live-area.ts', 'live-config.ts', 'live-ui-sessions.ts', 'check-base-dir.ts'],
    ask: ['ask-area.ts', 'door.ts', 'sampling/load-model.ts'],
    chat: ['chat-area.ts', 'chat-sessions.ts', 'model/load-chat-model.ts'],
    share: ['share-area.ts'],
    history: ['history-area.ts'],
  },
  cli: {
    server: ALL,
    session: ['audit-query.ts', 'session-record.ts', 'sessions.ts', 'settle-ended.ts'],
    ask: ['load/find-tool-files.ts', 'load/tool-folder.ts'],
    stores: ['file/file-store.ts'],
    http: ['http-options.ts'],
    protocol: ['client-setups.ts'],
    lowdefy: ['check/config-finding.ts', 'check/finding-text.ts', 'check/to-sarif.ts'],
  },
};

const src = resolve(import.meta.dirname, '../src');
const IMPORT = /(?:from\s+|import\s*\(?\s*)'(\.[^']+)'/g;

function sources(folder: string): string[] {
  return (
    readdirSync(folder, { withFileTypes: true, recursive: true })
      // Tests next to the sources may import whatever they need.
      .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name))
  );
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, target = '']) =>
    relative(src, resolve(dirname(file), target)),
  );
}

/** Every file of src, by its path in src, and the files it imports, type-only imports included. */
const imports = new Map(sources(src).map((file) => [relative(src, file), importsOf(file)]));

function folderOf(path: string): string {
  return path.split('/')[0] ?? '';
}

function isAllowed(from: string, to: string): boolean {
  const folder = folderOf(to);
  if (folder === folderOf(from) || folder === 'lib' || folder === 'errors.ts') return true;
  const doors = MAY_IMPORT[folderOf(from)]?.[folder];
  return doors === ALL || doors?.includes(to.slice(folder.length + 1)) === true;
}

test('every import goes through a door that the table lists', () => {
  const wrong = [...imports].flatMap(([file, targets]) =>
    targets.filter((target) => !isAllowed(file, target)).map((target) => `${file} imports ${target}`),
  );
  expect(imports.size).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

test('every folder of src is in the table, and every door of the table is used', () => {
  const folders = new Set([...imports.keys()].map(folderOf));
  expect([...folders].filter((folder) => !(folder in MAY_IMPORT))).toEqual([]);
  const used = new Set(
    [...imports].flatMap(([file, targets]) => targets.map((target) => `${folderOf(file)}: ${target}`)),
  );
  const doors = Object.entries(MAY_IMPORT).flatMap(([from, targets]) =>
    Object.entries(targets).flatMap(([to, files]) =>
      files === ALL ? [] : files.map((file) => `${from}: ${to}/${file}`),
    ),
  );
  expect(doors.filter((door) => !used.has(door))).toEqual([]);
});

test('no file imports itself through others, type-only imports included', () => {
  expect(findCycles(imports)).toEqual([]);
});

test('finds a cycle', () => {
  const cycle: [string, string[]][] = [
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
  ];
  expect(findCycles(new Map(cycle))).toEqual(['a → b → c → a']);
});

test('every exported name is declared in one file', () => {
  const DECLARATION = /^export (?:async )?(?:type|interface|class|const|function\*?) (\w+)/gm;
  const files = new Map<string, Set<string>>();
  for (const file of sources(src))
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(DECLARATION))
      files.set(name, (files.get(name) ?? new Set()).add(relative(src, file)));
  const shared = [...files].filter(([, declaring]) => declaring.size > 1);
  expect(shared.map(([name, declaring]) => `${name}: ${[...declaring].join(', ')}`)).toEqual([]);
});

test('only `Sessions` uses the store of sessions', () => {
  const past = /\bsessions(?:\(\))?\??\.store\b|\{[^{}]*\bstore\b[^{}]*\} = [^;]*\bsessions\b;/;
  const wrong = [...imports.keys()].filter((file) => past.test(readFileSync(join(src, file), 'utf8')));
  expect(wrong).toEqual([]);
});

test('relative imports name the file with its suffix, as Node will', () => {
  const wrong = [...imports].flatMap(([file, targets]) =>
    targets.filter((target) => !/\.(tsx?|css|json)$/.test(target)).map((target) => `${file}: ${target}`),
  );
  expect(wrong).toEqual([]);
});

/** One line for each import that leads back to a file on the path to it. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]) => {
    const start = path.indexOf(file);
    if (start >= 0) cycles.push([...path.slice(start), file].join(' → '));
    if (start >= 0 || done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return cycles;
}

/** The walks of ARCHITECTURE.md, step by step: a file, and whether the file before it imports it. */
function walks(): { title: string; steps: { file: string; isImported: boolean }[] }[] {
  const text = readFileSync(resolve(src, '../ARCHITECTURE.md'), 'utf8');
  const block = /## Walks[\s\S]*?```text\n([\s\S]*?)```/.exec(text)?.[1] ?? '';
  return block.split('\n\n').map((walk) => {
    const [title = '', ...lines] = walk.trim().split('\n');
    const steps = [...lines.join(' ').matchAll(/([→⇢])?\s*([\w/-]+\.tsx?)/g)].map(([, arrow, file = '']) => ({
      file,
      isImported: arrow === '→',
    }));
    return { title, steps };
  });
}

test.each(walks())('the walk of ARCHITECTURE.md is true: $title', ({ steps }) => {
  expect(steps.length).toBeGreaterThan(5);
  const wrong = steps.flatMap(({ file, isImported }, i) => {
    if (!imports.has(file)) return [`${file} does not exist`];
    const before = steps[i - 1]?.file ?? '';
    return isImported && !imports.get(before)?.includes(file) ? [`${before} does not import ${file}`] : [];
  });
  expect(wrong).toEqual([]);
});

test('http and mcp know no area by name', () => {
  const areas = /\b(lowdefy|operate|live|chat)\b/i;
  const named = [...imports.keys()]
    .filter((file) => /^(http|mcp)\//.test(file))
    .flatMap((file) =>
      readFileSync(join(src, file), 'utf8')
        .split('\n')
        .filter((line) => areas.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(named).toEqual([]);
});
