import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stringsIn } from './strings-in.mjs';

/** Words and phrases that a native-speaking engineer would not use. */
const PHRASES = [
  /\banew\b/i,
  /\bmend(s|ed|ing)?\b/i,
  /\bwhoever\b/i,
  /\btold of\b/i,
  /\blooks on\b/i,
  /\blets? go of\b/i,
  /\bis none of\b/i,
  /\bsays? (of itself )?that it is none\b/i,
  /\bno such\b/i,
  /\bas ever\b/i,
  /\bdo what they do beside\b/i,
  /\bwhat had to come of it\b/i,
  /\bwhat came of it\b/i,
  /\bnothing is taken\b/i,
  /\bhooks without looks\b/i,
  /\bcomponents with ours\b/i,
  /\bserves also where\b/i,
  /\bis no terminal\b/i,
  /\bwhether all this is so\b/i,
  /\bcould make nothing of\b/i,
  /\bnothing is made of\b/i,
  /\btime for this is over\b/i,
  /\b(a|the|this) (call|session|tool|model|server|stream|page) goes on\b/i,
  /\bsessions? go on\b/i,
  /\bis no block's\b/i,
];

const root = join(import.meta.dirname, '..');
const SKIPPED = new Set(['node_modules', 'dist', '.git', 'golden', 'recorded']);

function filesUnder(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesUnder(path);
    return entry.isFile() ? [path] : [];
  });
}

const findingsIn = (text: string) =>
  PHRASES.flatMap((phrase) => {
    const at = text.search(phrase);
    return at < 0 ? [] : [text.slice(Math.max(0, at - 40), at + 60).replace(/\s+/g, ' ')];
  });

const documents = [
  ...readdirSync(root)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(root, name)),
  ...['docs', 'examples', 'parity', 'src', 'test'].flatMap((dir) => filesUnder(join(root, dir))),
].filter((path) => path.endsWith('.md'));

describe('plain English', () => {
  test.each(documents.map((path) => relative(root, path)))('%s', (name) => {
    expect(findingsIn(readFileSync(join(root, name), 'utf8'))).toEqual([]);
  });

  test('what agents read of the tools', () => {
    const golden = join(root, 'test', 'golden');
    const found = readdirSync(golden).flatMap((name) => findingsIn(readFileSync(join(golden, name), 'utf8')));
    expect(found).toEqual([]);
  });

  test('strings of the source', () => {
    const sources = filesUnder(join(root, 'src')).filter((path) => /(?<!\.test)\.tsx?$/.test(path));
    const found = sources.flatMap((path) =>
      stringsIn(path).flatMap((text) => findingsIn(text).map((near) => `${relative(root, path)}: ${near}`)),
    );
    expect(found).toEqual([]);
  });
});
