import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const BUILT = join(import.meta.dirname, '../../dist/web/live');

test('the page of live views is small, and has no framework', () => {
  const text = readWithImports('live.js');
  expect(gzipSync(text).length).toBeLessThan(40 * 1024);
  expect(text).not.toMatch(/\beval\(|new Function\b|react|zod/i);
});

/** Everything it needs is in it or beside it; Shoelace comes from the server. */
function readWithImports(name: string): string {
  const text = readFileSync(join(BUILT, name), 'utf8');
  const imports = [...text.matchAll(/(?:import|from)\s*["']([^"']+)["']/g)].map(([, from = '']) => from);
  expect(imports.filter((from) => !from.startsWith('./'))).toEqual([]);
  return text + imports.map(readWithImports).join('');
}
