import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const guide = join(root, 'docs', 'guide');
const BLOCK = /^```tsx?\n\/\/ (examples\/\S+)\n(.*?)^```/gms;

/** Code of the guide that names a file of the examples, in the pieces that "…" leaves. */
const quoted = readdirSync(guide).flatMap((name) =>
  [...readFileSync(join(guide, name), 'utf8').matchAll(BLOCK)].map(([, file = '', code = '']) => ({
    name,
    file,
    pieces: code.split('…\n'),
  })),
);

describe('the guide', () => {
  test.each(quoted)('$name quotes $file as it is', ({ file, pieces }) => {
    const source = readFileSync(join(root, file), 'utf8');
    expect(pieces.filter((piece) => !source.includes(piece))).toEqual([]);
  });

  test('quotes the app that others copy, server and page', () => {
    expect(quoted.map(({ file }) => file)).toEqual(
      expect.arrayContaining(['examples/bakery/server/main.ts', 'examples/bakery/page/chat.tsx']),
    );
  });
});
