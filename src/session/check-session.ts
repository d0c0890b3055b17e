import { TandemError } from '../errors.ts';
import type { SessionRecord } from './session-record.ts';

/** Refuses a session that is of another kind, or over. */
export function checkSession(
  { sessionId, status, kind, endedBy }: SessionRecord,
  wantedKinds: string | readonly string[] | undefined,
  { isIdle, after, isConfigured }: { isIdle: boolean; after: number; isConfigured: boolean },
): void {
  const [wanted, ...others] = [wantedKinds ?? []].flat();
  if (wanted !== undefined && ![wanted, ...others].includes(kind))
    throw new TandemError(
      'invalid_input',
      `Session "${sessionId}" is of kind ${kind}; this needs one of kind ${wanted}.`,
    );
  if (status === 'closed') {
    const how = endedBy === undefined ? 'is closed' : `was ended by an administrator (${endedBy})`;
    throw new TandemError('ended', `Session "${sessionId}" ${how}. Create a new one with session_create.`);
  }
  if (status === 'expired' || isIdle) {
    const why = isConfigured ? ' (mcp.limits.sessionExpiryMinutes)' : '';
    throw new TandemError(
      'ended',
      `Session "${sessionId}" expired after ${after} minutes without use${why}. Create a new one with session_create.`,
    );
  }
}
