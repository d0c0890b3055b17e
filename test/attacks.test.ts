import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { toAttacks } from '../scripts/make-attacks.mjs';

test('docs/reference/attacks.md says what tests recorded; if it is stale: node scripts/make-attacks.mjs', () => {
  const written = readFileSync(join(import.meta.dirname, '../docs/reference/attacks.md'), 'utf8');
  expect(written).toBe(toAttacks());
});
