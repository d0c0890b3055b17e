import type { Row } from './run-coverage.ts';

const TITLES: Record<Row['kind'], string> = {
  'operator, client': 'Operators on pages',
  'operator, server': 'Operators in requests',
  action: 'Actions',
  block: 'Blocks',
  request: 'Connections and requests',
};

/** docs/reference/coverage.md, from a run. */
export function writeCoverage(
  version: string,
  rows: readonly Row[],
  packages: ReadonlyMap<string, string>,
): string {
  const sections = Object.entries(TITLES).map(([kind, title]) => {
    const own = rows.filter((row) => row.kind === kind);
    const lines = own.map(
      ({ type, outcome, why }) =>
        `| \`${type}\` | ${packages.get(`${kind} ${type}`) ?? ''} | ${outcome} | ${why.replace(/\|/g, '\\|').replace(/\s+/g, ' ')} |`,
    );
    return `## ${title}

${counts(own)}.

| type | package | | why |
|---|---|---|---|
${lines.join('\n')}
`;
  });
  return `# What of Lowdefy works

Every operator, action, block and request type of Lowdefy ${version}, used once through an MCP client. Made by
\`node scripts/make-coverage.mjs\` from that run; a test fails when it is stale. ${rows.length} in all: ${counts(rows)}.

- **works**: it was used, and what had to come of it came.
- **reaches**: it needs a service outside, and was run up to the connection, which was refused. That was recorded once with the
  packages of these connections installed (\`test/coverage/outside-services.json\`); no real service has answered.
- **warns**: something is left out, and the log says so.
- **cannot**: not without a browser or a person.

${sections.join('\n')}`;
}

function counts(rows: readonly Row[]): string {
  const outcomes = ['works', 'reaches', 'warns', 'cannot'] as const;
  return outcomes.map((one) => `${rows.filter(({ outcome }) => outcome === one).length} ${one}`).join(', ');
}
