import { TandemError } from '../errors.ts';
import type { LogEntry } from '../session/session-record.ts';

/* What every store answers in the same words. */

export function noSession(sessionId: string): TandemError {
  return new TandemError('not_found', `Session "${sessionId}" not found.`);
}

export function saveConflict(sessionId: string): TandemError {
  return new TandemError(
    'conflict',
    `Session "${sessionId}" has changed since it was read, so nothing was saved. Read it again and repeat the change.`,
  );
}

export function leaseBusy(sessionId: string, owner: string): TandemError {
  return new TandemError(
    'busy',
    `Session "${sessionId}" is being changed by ${owner}. Wait until it is done and try again.`,
  );
}

export function leaseCancelled(sessionId: string, cause: unknown): TandemError {
  return new TandemError('cancelled', `Waiting for session "${sessionId}" was cancelled.`, { cause });
}

export function expireEntry(userId: string): LogEntry {
  return {
    timestamp: new Date().toISOString(),
    actor: { kind: 'system', userId, name: 'tandem' },
    action: 'expire',
  };
}
