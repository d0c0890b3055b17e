import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { TandemError } from '../../src/errors.ts';
import { auditApp } from '../../src/live/audit/audit-app.ts';
import { ViewdefStore } from '../../src/live/viewdefs/viewdef-store.ts';
import { eachCase, expectNoInternalError, tryCase } from './fuzz.ts';
import { hostileText, mutateText } from './hostile.ts';

/** Real views, and what HTML is made of. */
const EXAMPLES = join(import.meta.dirname, '../../examples/contacts/apps/contacts/viewdefs');
const VIEWS = readdirSync(EXAMPLES).map((name) => readFileSync(join(EXAMPLES, name), 'utf8'));
const PIECES = [
  '<',
  '>',
  '</',
  '<!--',
  '-->',
  '<!',
  '"',
  "'",
  '=',
  '<template>',
  '</template>',
  '<template ',
  '<div>',
  '<div ',
  '</div>',
  '<script>',
  '<svg><style>',
  ' ui-value="',
  ' ui-value="a.b(_)?x=1&y=[2]"',
  ' ui-view="..',
  ' onclick="',
  '&#x0;',
  '\0',
  ' ',
];

test('views of agents: stored, scanned and audited', async () => {
  const base = mkdtempSync(join(tmpdir(), 'tandem-fuzz-'));
  const folder = join(base, 'apps', 'fuzz', 'viewdefs');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(base, 'apps', 'fuzz', 'app.lua'), 'Fuzz = session:prototype("Fuzz", { a = "" })\n');
  const file = join(folder, 'Fuzz.DEFAULT.html');
  let kept = 0;
  let count = 0;
  try {
    for (const { random, name } of eachCase('viewdefs')) {
      const html = mutateText(random, random.pick(VIEWS), PIECES);
      const type = random.below(10) === 0 ? hostileText(random) : 'Fuzz';
      await tryCase(name, html, async () => {
        try {
          new ViewdefStore(base).upload(type, 'DEFAULT', html);
          kept++;
        } catch (error) {
          if (!(error instanceof TandemError)) throw error;
          expectNoInternalError(error.message);
        }
        writeFileSync(file, html);
        new ViewdefStore(base).scan();
        expectNoInternalError(JSON.stringify(await auditApp({ baseDir: base, app: 'fuzz' })));
      });
      count++;
    }
    expect(kept).toBeGreaterThan(count / 20);
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
});
