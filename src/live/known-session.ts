import { TandemError } from '../errors.ts';
import type { Actor } from '../session/sessions.ts';
import type { LiveServer } from './live-server.ts';
import type { LiveSession } from './live-session.ts';
import { OutOfOrder } from './out-of-order.ts';

/** The session that a page or script asks for. Only tools create sessions, and before the start there are none. */
export async function knownSession(server: LiveServer, actor: Actor, id = '1'): Promise<LiveSession> {
  if (id === 'new')
    throw new TandemError('not_found', 'Live session "new" not found; tools create sessions.');
  try {
    return await server.session(actor, id);
  } catch (error) {
    if (!(error instanceof OutOfOrder)) throw error;
    throw new TandemError('not_found', `${error.message}. ${error.next}`);
  }
}
