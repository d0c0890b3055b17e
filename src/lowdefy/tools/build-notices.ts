import { LruMap } from '../../lib/lru-map.ts';
import type { LogItem } from '../bridge/recorder.ts';
import type { AppRunner } from '../runner/app-runner.ts';

const MAX_SESSIONS = 500;

/** The results of configuration changes, reported once per session. */
export class BuildNotices {
  readonly #told = new LruMap<string, Told>({ max: MAX_SESSIONS });

  /** A line for the session's next result, if there is something it has not been told yet. */
  of(sessionId: string, { problem, remarks }: Pick<AppRunner, 'problem' | 'remarks'>): LogItem | undefined {
    const before = this.#told.get(sessionId);
    this.#told.set(sessionId, { problem, remarks });
    if (problem !== undefined && before?.problem !== problem) return toFailure(problem);
    const isNew = before !== undefined && before.remarks !== remarks;
    const warnings = isNew && remarks !== undefined ? [remarks] : undefined;
    if (before?.problem !== problem) return { ...SUCCEEDS, ...(warnings && { warnings }) };
    // What was there before the session is not news to it.
    if (!isNew) return undefined;
    return warnings ? { action: 'check', success: true, warnings } : CORRECT;
  }
}

type Told = Pick<AppRunner, 'problem' | 'remarks'>;

const SUCCEEDS: LogItem = { action: 'build', success: true, messages: ['The build succeeds again.'] };
const CORRECT: LogItem = { action: 'check', success: true, messages: ['The check finds no more mistakes.'] };

function toFailure(problem: string): LogItem {
  return {
    action: 'build',
    success: false,
    error: `The app's files changed, and ${lowerFirst(problem)} Until that is fixed, the last good build stays in use.`,
  };
}

function lowerFirst(text: string): string {
  return text.startsWith('The ') ? `the ${text.slice(4)}` : text;
}
