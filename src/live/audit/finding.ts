/** One finding of the audit, at a place in a file of the app. */
export interface Finding {
  rule: string;
  message: string;
  /** Relative to base_dir, with forward slashes. */
  file: string;
  line: number;
}

/**
 * violation: it does not work, or loses what the person typed. warning: it works but is probably a mistake. reminder:
 * nothing is wrong, but something outside the files must be right too.
 */
export type Severity = 'violation' | 'warning' | 'reminder';

/** A finding before its file is known, as the checks of one file return it. */
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

/** Nobody reads more; a broken file can have hundreds of thousands. */
const MAX_SHOWN = 200;
const MAX_MESSAGE = 1000;

export function toReport(found: readonly FileFinding[], about: string): AuditReport {
  const sorted = [...found].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.rule.localeCompare(b.rule),
  );
  const of = (severity: Severity) => sorted.filter((finding) => finding.severity === severity);
  const all = { violations: of('violation'), warnings: of('warning'), reminders: of('reminder') };
  const counts = [
    count(all.violations.length, 'violation'),
    count(all.warnings.length, 'warning'),
    count(all.reminders.length, 'reminder'),
  ];
  const isCut = Object.values(all).some(({ length }) => length > MAX_SHOWN);
  return {
    violations: shown(all.violations),
    warnings: shown(all.warnings),
    reminders: shown(all.reminders),
    summary: `${counts.join(', ')} in ${about}.${isCut ? ` The first ${MAX_SHOWN} of each kind are listed.` : ''}`,
  };
}

function shown(findings: readonly FileFinding[]): Finding[] {
  return findings.slice(0, MAX_SHOWN).map(({ rule, message, file, line }) => ({
    rule,
    message: message.length > MAX_MESSAGE ? `${message.slice(0, MAX_MESSAGE)}…` : message,
    file,
    line,
  }));
}

export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}
