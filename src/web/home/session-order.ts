import type { ListedSession } from '../../protocol/page-messages.ts';
import type { OpenAsk } from './use-home.ts';

export interface OrderedSessions {
  /** Those that wait for this person first, then by last use. */
  open: { session: ListedSession; question: OpenAsk | undefined }[];
  ended: ListedSession[];
}

/** A question stands for its own call, which is not listed again. */
export function orderSessions(
  sessions: readonly ListedSession[],
  questions: readonly OpenAsk[],
): OrderedSessions {
  const mine = questions.filter(({ mayAnswer }) => mayAnswer);
  const asking = new Set(questions.map(({ askId }) => askId.replace(/^ask_/, 'sess_').replace(/-\d+$/, '')));
  const newest = sessions
    .filter(({ sessionId }) => !asking.has(sessionId))
    .sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  const open = newest
    .filter(({ status }) => status === 'open')
    .map((session) => ({ session, question: mine.find(({ sessionId }) => sessionId === session.sessionId) }));
  return {
    open: [...open.filter(({ question }) => question), ...open.filter(({ question }) => !question)],
    ended: newest.filter(({ status }) => status !== 'open'),
  };
}
