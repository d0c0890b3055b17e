import type { ConfigFinding, FindingSeverity } from './config-finding.ts';
import { messageOf } from './finding-text.ts';
import { RULES } from './rules.ts';

const LEVELS: Record<FindingSeverity, string> = { error: 'error', warning: 'warning', hint: 'note' };

/** The findings as SARIF 2.1.0, which CI services show as annotations. `pathOf` says where a file of an app is. */
export function toSarif(
  apps: readonly { dir: string; findings: readonly ConfigFinding[] }[],
  tool: { version: string; homepage: string; pathOf(dir: string, file: string): string },
): object {
  const { version, homepage, pathOf } = tool;
  const rules = RULES.map(({ code, about, fix, severity }) => ({
    id: code,
    shortDescription: { text: about },
    help: { text: fix },
    defaultConfiguration: { level: LEVELS[severity] },
  }));
  const results = apps.flatMap(({ dir, findings }) =>
    findings.map((finding) => {
      const { code, severity, file, line, column, endColumn, fix } = finding;
      const index = RULES.findIndex((rule) => rule.code === code);
      return {
        ruleId: code,
        ...(index >= 0 && { ruleIndex: index }),
        level: LEVELS[severity],
        message: { text: `${messageOf(finding)} ${fix}` },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: encodeURI(pathOf(dir, file)) },
              region: {
                startLine: line,
                startColumn: column,
                ...(endColumn !== undefined && { endLine: line, endColumn }),
              },
            },
          },
        ],
      };
    }),
  );
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'tandem check', version, informationUri: homepage, rules } },
        columnKind: 'utf16CodeUnits',
        results,
      },
    ],
  };
}
