import type { AppModel } from './app-model.ts';
import type { CheckFacts } from './check-facts.ts';
import type { FindingSeverity, Place } from './config-finding.ts';
import type { ResolvedConfig } from './resolve-config.ts';
import type { SchemaProblem } from './schema-problems.ts';

/** An app's configuration as rules see it. */
export interface CheckedApp extends AppModel {
  config: ResolvedConfig;
  problems: readonly SchemaProblem[];
  facts: CheckFacts;
}

/** What a rule says about one place. */
export interface RuleReport {
  at: Place;
  message: string;
  suggestion?: string | undefined;
  /** Instead of the rule's own. */
  severity?: FindingSeverity;
  fix?: string;
}

/** A mistake that the check finds: data, and the function that finds it. */
export interface Rule {
  code: string;
  severity: FindingSeverity;
  /** What the rule finds, in one sentence. */
  about: string;
  /** What to do about it, in general. */
  fix: string;
  /** Whether the build fails because of it, too. */
  stopsBuild?: boolean;
  check(app: CheckedApp): Iterable<RuleReport>;
}
