import { TandemError } from '../errors.ts';
import { didYouMean } from '../lib/nearest.ts';
import type { SessionStore } from './session-store.ts';

/** What a caller reads about a session that does not exist, or that is not theirs to see. */
export async function unknownSession(
  store: SessionStore,
  { userId }: { userId: string },
  sessionId: string,
): Promise<TandemError> {
  const { sessions } = await store.list({ userId, status: 'open', limit: 200 });
  const named = sessions.find((session) => session.name === sessionId);
  const hint = named
    ? ` "${sessionId}" is the name of session "${named.sessionId}"; pass that id.`
    : didYouMean(sessionId, sessions.length > 12 ? [] : sessions.map((session) => session.sessionId));
  return new TandemError(
    'not_found',
    `Session "${sessionId}" not found.${hint || ' session_list lists yours.'}`,
  );
}
