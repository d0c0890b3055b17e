import type { ConfigFinding, FindingSeverity } from './config-finding.ts';

/** What is wrong, and what was probably meant. */
export function messageOf({ message, suggestion }: ConfigFinding): string {
  return suggestion === undefined ? message : `${message} Did you mean "${suggestion}"?`;
}

/** More are only counted. */
const MAX_SHOWN = 5;

/** Errors and warnings in one text, for the status page and for agents; undefined if there are none. */
export function findingsText(findings: readonly ConfigFinding[]): string | undefined {
  const serious = findings.filter(({ severity }) => severity !== 'hint');
  if (serious.length === 0) return undefined;
  const shown = [...serious].sort(errorsFirst).slice(0, MAX_SHOWN);
  const lines = shown.map((one) => `${one.file}:${one.line}:${one.column}: ${messageOf(one)}`);
  const rest = serious.length - shown.length;
  const more = rest > 0 ? ` (and ${rest} more; "tandem check" lists all)` : '';
  return `The check found ${countText(serious)}: ${lines.join(' ')}${more}`;
}

function errorsFirst(a: ConfigFinding, b: ConfigFinding): number {
  return Number(b.severity === 'error') - Number(a.severity === 'error');
}

/** `2 errors, 1 warning`; only the given severities, and only those that occur. */
export function countText(
  findings: readonly ConfigFinding[],
  severities: readonly FindingSeverity[] = ['error', 'warning', 'hint'],
): string {
  const parts = severities.flatMap((severity) => {
    const count = findings.filter((finding) => finding.severity === severity).length;
    return count === 0 ? [] : `${count} ${severity}${count === 1 ? '' : 's'}`;
  });
  return parts.join(', ');
}
