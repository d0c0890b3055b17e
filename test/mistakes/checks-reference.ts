import { RULES } from '../../src/lowdefy/check/rules.ts';

/** The text of docs/reference/checks.md. */
export function toChecksReference(): string {
  const rows = RULES.map(
    ({ code, severity, about, fix }) => `| \`${code}\` | ${severity} | ${about} | ${fix} |`,
  );
  return `# Checks

What \`tandem check\` finds in a Lowdefy app; how to use it is in [the guide](../guide/lowdefy.md#find-mistakes). Generated from
\`src/lowdefy/check/rules\` with \`UPDATE_GOLDEN=1 npm run unit -- mistakes\`; a test fails when it is stale.

| code | usually | finds | how to fix it |
|---|---|---|---|
${rows.join('\n')}
| \`build-failed\` | error | Lowdefy's build fails for another reason, which the message gives. | Correct it, and run the check again: more may be found once the app can be built. |
`;
}
