import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const BUILT = join(import.meta.dirname, '../../dist/web/live');

test('the page of live views is small, and brings no framework', () => {
  const text = readFileSync(join(BUILT, 'live.js'), 'utf8');
  expect(gzipSync(text).length).toBeLessThan(40 * 1024);
  // Everything it needs is in it or beside it; Shoelace comes from the server.
  const imports = [...text.matchAll(/(?:import|from)\s*["']([^"']+)["']/g)].map(([, from]) => from);
  expect(imports.filter((from) => !from?.startsWith('./'))).toEqual([]);
  expect(text).not.toMatch(/\beval\(|new Function\b|react|zod/i);
});
