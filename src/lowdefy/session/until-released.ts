import type { CallContext } from '../../area/call-context.ts';
import { nextChange } from '../../lib/follow-changes.ts';
import { HeldError, holdIn } from './hold.ts';
import { onSessionChange } from './on-session-change.ts';

/** For changes by processes that say nothing of them. */
const LOOK_AGAIN_MS = 1000;

interface Wait {
  sessionId: string;
  waitSeconds: number;
}

/** Does the work; where a person holds the session, waits for them to release it and does it then. */
export async function untilReleased<T>(
  { sessionId, waitSeconds }: Wait,
  ctx: Pick<CallContext, 'principal' | 'sessions' | 'signal' | 'msLeft'>,
  work: () => Promise<T>,
): Promise<T> {
  if (waitSeconds === 0) return work();
  const until = performance.now() + Math.min(waitSeconds * 1000, ctx.msLeft());
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const canWait = error instanceof HeldError && error.hold.kind !== 'stopped';
      if (!canWait || !(await isReleased(sessionId, ctx, until))) throw error;
    }
  }
}

/** Resolves when agents may try again; false if that takes too long. */
async function isReleased(
  sessionId: string,
  ctx: Pick<CallContext, 'principal' | 'sessions' | 'signal'>,
  until: number,
): Promise<boolean> {
  for (;;) {
    // Before looking: a release during the look must not be missed.
    const change = changeOf(sessionId, ctx, until);
    try {
      const { status, data } = await ctx.sessions.get(ctx.principal, sessionId);
      const hold = holdIn(data);
      if (status !== 'open' || hold === undefined || hold.kind === 'stopped') return true;
      if (performance.now() >= until || ctx.signal.aborted) return false;
      await change.happened;
    } finally {
      change.stop();
    }
  }
}

function changeOf(
  sessionId: string,
  { sessions, signal }: Pick<CallContext, 'sessions' | 'signal'>,
  until: number,
): ReturnType<typeof nextChange> {
  const everyMs = Math.max(0, Math.min(LOOK_AGAIN_MS, until - performance.now()));
  const onChange = (listener: () => void) => onSessionChange(sessions, sessionId, listener);
  return nextChange({ everyMs, onChange }, signal);
}
