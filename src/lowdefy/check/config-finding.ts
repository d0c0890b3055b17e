/** A part of one of the files that a person edits; lines and columns count from 1. */
export interface Place {
  /** Relative to the app's folder. */
  file: string;
  line: number;
  column: number;
  /** The end, if the part is a single word or key: the column after its last character. */
  endColumn?: number;
}

/**
 * An error fails when it is used. A warning is probably a mistake, but the app may do what was meant. A hint is worth
 * a look.
 */
export type FindingSeverity = 'error' | 'warning' | 'hint';

/** Something that is wrong in an app's configuration. */
export interface ConfigFinding extends Place {
  severity: FindingSeverity;
  /** The name of the rule. */
  code: string;
  /** What is wrong. */
  message: string;
  /** What was probably meant instead of what stands at the place. */
  suggestion?: string;
  /** What to do. */
  fix: string;
}
