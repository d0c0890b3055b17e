import { join, relative, sep } from 'node:path';
import type { ConfigFinding, FindingSeverity } from '../lowdefy/check/config-finding.ts';
import { countText, messageOf } from '../lowdefy/check/finding-text.ts';
import type { AppCheck } from '../server/check-apps.ts';
import type { Colours } from './colours.ts';

const COLOURS: Record<FindingSeverity, keyof Colours> = { error: 'red', warning: 'yellow', hint: 'blue' };

/** A file of an app as seen from the current folder, so that a terminal or editor can open it. */
export function pathFromHere(dir: string, file: string): string {
  return relative(process.cwd(), join(dir, file)).split(sep).join('/');
}

/** What was found in an app, for people. */
export function findingLines(
  { dir, findings }: AppCheck,
  { colours, shown }: { colours: Colours; shown: readonly FindingSeverity[] },
): string[] {
  return findings
    .filter(({ severity }) => shown.includes(severity))
    .map((finding: ConfigFinding) => {
      const { file, line, column, severity, code, fix } = finding;
      const place = colours.bold(`${pathFromHere(dir, file)}:${line}:${column}`);
      const name = colours[COLOURS[severity]](severity);
      return `${place}  ${name}  ${messageOf(finding)}  ${colours.dim(code)}\n    ${colours.dim(fix)}`;
    });
}

/** The last line about an app. */
export function summaryLine({ name, findings, built }: AppCheck): string {
  const isWrong = !built || findings.some(({ severity }) => severity === 'error');
  const pages = built ? `${built.pages} pages, in ${built.buildDirectory}` : 'cannot be built';
  const counts = countText(findings);
  return `${isWrong ? 'wrong' : 'ok   '}  ${name}: ${pages}${counts && `; ${counts}`}`;
}
