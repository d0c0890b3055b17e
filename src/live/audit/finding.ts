/** One thing the audit has to say, at a place in a file of the app. */
export interface Finding {
  rule: string;
  message: string;
  /** Relative to base_dir, with forward slashes. */
  file: string;
  line: number;
}

/**
 * violation: it does not work, or loses what the person typed. warning: it works and is probably a mistake.
 * reminder: nothing is wrong, but something outside the files must be right too.
 */
export type Severity = 'violation' | 'warning' | 'reminder';

/** A finding before its file is known: the checks of one file make these. */
export interface LocalFinding {
  severity: Severity;
  rule: string;
  message: string;
  line: number;
}

export interface AuditReport {
  violations: Finding[];
  warnings: Finding[];
  reminders: Finding[];
  /** One sentence for the agent. */
  summary: string;
}

export interface FileFinding extends LocalFinding {
  file: string;
}

export function toReport(found: readonly FileFinding[], about: string): AuditReport {
  const sorted = [...found].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.rule.localeCompare(b.rule),
  );
  const of = (severity: Severity): Finding[] =>
    sorted
      .filter((finding) => finding.severity === severity)
      .map(({ rule, message, file, line }) => ({ rule, message, file, line }));
  const report = { violations: of('violation'), warnings: of('warning'), reminders: of('reminder') };
  const counts = [
    count(report.violations.length, 'violation'),
    count(report.warnings.length, 'warning'),
    count(report.reminders.length, 'reminder'),
  ];
  return { ...report, summary: `${counts.join(', ')} in ${about}.` };
}

export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
