import type { Row } from './run-coverage.ts';

const TITLES: Record<Row['kind'], string> = {
  'operator, client': 'Operators on pages',
  'operator, server': 'Operators in requests and endpoints',
  action: 'Actions',
  block: 'Blocks',
  request: 'Connections and requests',
};

/** What a run with one version gave. */
export interface CoverageRun {
  version: string;
  rows: readonly Row[];
}

/** docs/reference/coverage.md, from a run with each generation; the oldest first. */
export function writeCoverage(runs: readonly CoverageRun[], packages: ReadonlyMap<string, string>): string {
  const sections = Object.entries(TITLES).map(([kind, title]) => {
    const types = [...new Set(runs.flatMap(({ rows }) => ofKind(rows, kind)).map(({ type }) => type))].sort();
    const lines = types.map((type) => {
      const found = runs.map(({ rows }) => rows.find((row) => row.kind === kind && row.type === type));
      const cells = found.map((row) => row?.outcome ?? '–');
      const why = found.findLast((row) => row && row.why !== '')?.why ?? '';
      return `| \`${type}\` | ${packages.get(`${kind} ${type}`) ?? ''} | ${cells.join(' | ')} | ${toCell(why)} |`;
    });
    return `## ${title}

| type | package | ${runs.map(({ version }) => version).join(' | ')} | why |
|---|---|${'---|'.repeat(runs.length)}---|
${lines.join('\n')}
`;
  });
  return `# What of Lowdefy works

Every operator, action, block and request type of each generation of Lowdefy, used once through an MCP client. Made by
\`node scripts/make-coverage.mjs\`; a test fails when it is stale. The first version runs with the tests. The others were run
with their own packages (\`TANDEM_TEST_LOWDEFY=FOLDER node scripts/make-coverage.mjs\`) and are kept in \`test/coverage/recorded\`.

| Lowdefy | types | works | reaches | warns | cannot |
|---|---|---|---|---|---|
${runs.map(({ version, rows }) => `| ${version} | ${rows.length} | ${counts(rows).join(' | ')} |`).join('\n')}

- **works**: it was used and gave the expected result.
- **reaches**: it needs an outside service and was run up to the connection, which was refused; no real service has answered.
- **warns**: something is left out, and the log says so.
- **cannot**: not without a browser or a person.
- **–**: this version does not have it.

${sections.join('\n')}`;
}

function ofKind(rows: readonly Row[], kind: string): Row[] {
  return rows.filter((row) => row.kind === kind);
}

function toCell(text: string): string {
  return text.replace(/\|/g, '\\|').replace(/\s+/g, ' ');
}

function counts(rows: readonly Row[]): number[] {
  const outcomes = ['works', 'reaches', 'warns', 'cannot'] as const;
  return outcomes.map((one) => rows.filter(({ outcome }) => outcome === one).length);
}
