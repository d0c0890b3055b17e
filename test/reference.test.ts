import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toReference } from '../scripts/make-reference.mjs';

test('docs/reference/tools.md says what agents see; if it is stale: node scripts/make-reference.mjs', () => {
  const written = readFileSync(join(import.meta.dirname, '../docs/reference/tools.md'), 'utf8');
  expect(written).toBe(toReference());
});
