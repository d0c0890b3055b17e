#!/usr/bin/env node
// Writes src/lowdefy/check/block-events.json, the events and methods of each block type, from the sources of installed block packages.
// Run it when the Lowdefy version changes, on the folder of make-block-metas.mjs:
//   node scripts/make-block-events.mjs /tmp/blocks
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error('Usage: node scripts/make-block-events.mjs <folder with node_modules>…');
  process.exit(1);
}

/** A block's own file, and those that it imports: blocks are made of other blocks. */
function sourcesOf(file, seen = new Set()) {
  if (seen.has(file) || !existsSync(file) || !file.endsWith('.js')) return seen;
  seen.add(file);
  for (const [, path] of readFileSync(file, 'utf8').matchAll(/from\s*'(\.[^']+)'/g))
    sourcesOf(resolve(dirname(file), path), seen);
  return seen;
}

function namesIn(text, ...patterns) {
  return patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name));
}

const types = {};
for (const folder of folders) {
  const scope = resolve(folder, 'node_modules/@lowdefy');
  for (const name of readdirSync(scope).filter((name) => /^blocks-|^plugin-aws$/.test(name))) {
    const list = join(scope, name, 'dist/blocks.js');
    for (const [, type, path] of readFileSync(list, 'utf8').matchAll(/default as (\w+) \} from '([^']+)'/g)) {
      const file = resolve(dirname(list), path);
      const schema = join(dirname(file), 'schema.json');
      const described = existsSync(schema) ? JSON.parse(readFileSync(schema, 'utf8')).events : undefined;
      const text = [...sourcesOf(file)].map((source) => readFileSync(source, 'utf8')).join('\n');
      const events = namesIn(
        text,
        /triggerEvent\(\{\s*name: '(\w+)'/g,
        /triggerEvent\('(\w+)'/g,
        /name: '((?:on|after)[A-Z]\w*)'/g,
        /'((?:on|after)[A-Z]\w*)'/g,
      );
      const methods = namesIn(
        text,
        /registerMethod\('(\w+)'/g,
        /'methods\.(\w+)'/g,
        /'((?:toggle|set)\w*Open)'/g,
      );
      const sorted = (names) => [...new Set(names)].sort();
      types[type] = {
        events: sorted([...events, ...Object.keys(described?.properties ?? described ?? {})]),
        methods: sorted(methods),
      };
    }
  }
}

const sorted = Object.fromEntries(Object.entries(types).sort(([a], [b]) => (a < b ? -1 : 1)));
const target = resolve(import.meta.dirname, '../src/lowdefy/check/block-events.json');
writeFileSync(target, `${JSON.stringify(sorted)}\n`);
console.error(`${Object.keys(sorted).length} block types written to ${target}`);
