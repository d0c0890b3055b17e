// node scripts/make-attacks.mjs: writes docs/reference/attacks.md from what tests recorded (test/attacks/recorded).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './run.mjs';

const recorded = join(root, 'test/attacks/recorded');
const target = join(root, 'docs/reference/attacks.md');

/** The text of docs/reference/attacks.md. */
export function toAttacks() {
  const groups = readdirSync(recorded)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(join(recorded, name), 'utf8')));
  return `# Attacks

What was tried against a running server, through which door, and the text of the refusal. Each row was
recorded by a test that makes the attack and checks that it had no effect. Generated from \`test/attacks/recorded\` by
\`node scripts/make-attacks.mjs\`; a test fails when it is stale. \`DIR\` stands for the test's folder.

${groups.map(toSection).join('\n')}`;
}

function toSection({ group, attacks }) {
  const rows = attacks.map(
    ({ attack, door, refusal }) => `| ${toCell(attack)} | ${toCell(door)} | ${toCell(refusal)} |`,
  );
  return `## ${group}

| attack | door | refused with |
|---|---|---|
${rows.join('\n')}
`;
}

/** Text that a table shows as it is. */
function toCell(text) {
  return text
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replace(/[\\|<>*`[\]]|(?<!\w)_|_(?!\w)/g, '\\$&');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(target, toAttacks());
