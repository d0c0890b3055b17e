import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, type RunnerTestSuite } from 'vitest';

/** One line of docs/reference/attacks.md. */
export interface Attack {
  /** What is attempted: "overwrite a module that a tool imports". */
  attack: string;
  /** Through which interface: "ui_run", "POST /mcp", "WebSocket". */
  door: string;
  /** The refusal as the attacker sees it, or what happens instead. */
  refusal: string;
}

const RECORDED = join(import.meta.dirname, 'recorded');
const isUpdate = process.env.UPDATE_GOLDEN === '1';
const HOW = 'If that is meant: UPDATE_GOLDEN=1 and this test file, then node scripts/make-attacks.mjs';

/**
 * At the top of a test file: returns the function that its tests call with each refused attack. Every call is
 * compared with `recorded/<group>.json`, from which docs/reference/attacks.md is generated; each test file has its
 * own group.
 */
export function recordAttacks(
  group: string,
): (attack: string, door: string, refusal: string, names?: Record<string, string>) => void {
  const file = join(RECORDED, `${group.toLowerCase().replace(/\W+/g, '-')}.json`);
  const known: Attack[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).attacks : [];
  const seen = new Map<string, Attack>();

  // biome-ignore lint/correctness/noEmptyPattern: the runner refuses a plain name
  afterAll(({}, suite) => {
    const isWhole = everyTestPassed(suite);
    const kept = isWhole ? [] : known.filter((row) => !seen.has(keyOf(row)));
    const attacks = [...kept, ...seen.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
    if (isUpdate) {
      mkdirSync(RECORDED, { recursive: true });
      writeFileSync(file, `${JSON.stringify({ group, attacks }, null, 2)}\n`);
    } else if (isWhole) expect(attacks, `attacks that no test tries any more. ${HOW}`).toEqual(known);
  });

  return (attack, door, refusal, names = {}) => {
    const row = { attack, door, refusal: toStableText(refusal, names) };
    const key = keyOf(row);
    expect(seen.get(key) ?? row, `"${key}" is recorded twice, with other words`).toEqual(row);
    seen.set(key, row);
    if (isUpdate) return;
    expect(row, `not the recorded refusal. ${HOW}`).toEqual(known.find((other) => keyOf(other) === key));
  };
}

function keyOf({ attack, door }: Attack): string {
  return `${attack} (${door})`;
}

/** Without what differs between runs; `names` has further such parts and their replacements. */
function toStableText(text: string, names: Record<string, string>): string {
  const folder = [tmpdir(), realpathSync(tmpdir())]
    .map((path) => path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|');
  const named = Object.entries(names).reduce((rest, [part, name]) => rest.replaceAll(part, name), text);
  const stable = named
    .replace(new RegExp(`(?:${folder})/[\\w-]+`, 'g'), 'DIR')
    .replace(/\b((?:sess|err|ask)_)\w+/g, '$1…')
    .replace(/(127\.0\.0\.1|localhost|\[::1\]):\d+/g, '$1:PORT')
    .replace(/\bpid \d+/g, 'pid N');
  for (const path of [process.cwd(), homedir()])
    if (path !== '/') expect(stable, 'a path of this machine').not.toContain(path);
  return stable;
}

/** Only then is a recorded attack that was not tried one that no test tries. */
function everyTestPassed(suite: Readonly<RunnerTestSuite>): boolean {
  return suite.tasks.every((task) =>
    task.type === 'suite' ? everyTestPassed(task) : task.result?.state === 'pass',
  );
}
