import type { SessionRecord } from './session-record.ts';

/** Who ended a session, as a sentence for its owner and their agent; undefined if no administrator did. */
export function whoEnded({ endedBy }: Pick<SessionRecord, 'endedBy'>): string | undefined {
  return endedBy === undefined ? undefined : `An administrator (${endedBy}) ended this session.`;
}
