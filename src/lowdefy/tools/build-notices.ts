import { LruMap } from '../../lib/lru-map.ts';
import type { LogItem } from '../bridge/recorder.ts';

const MAX_SESSIONS = 500;

/** The results of configuration changes, reported once per session. */
export class BuildNotices {
  readonly #told = new LruMap<string, string>({ max: MAX_SESSIONS });

  /** A line for the session's next result, if there is something it has not been told yet. */
  of(sessionId: string, problem: string | undefined): LogItem | undefined {
    const before = this.#told.get(sessionId);
    if (before === problem) return undefined;
    if (problem === undefined) {
      this.#told.delete(sessionId);
      return { action: 'build', success: true, messages: ['The build succeeds again.'] };
    }
    this.#told.set(sessionId, problem);
    return {
      action: 'build',
      success: false,
      error: `The app's files changed, and ${lowerFirst(problem)} Until that is fixed, the last good build stays in use.`,
    };
  }
}

function lowerFirst(text: string): string {
  return text.startsWith('The ') ? `the ${text.slice(4)}` : text;
}
