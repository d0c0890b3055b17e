import type { RouteContext } from '../../area/route.ts';
import { TandemError } from '../../errors.ts';
import type { Sessions } from '../../session/sessions.ts';
import { nameForAgents } from './hold.ts';

/** Little happens in a session after its end. */
const LAST_PARTS = 100;

interface Use {
  principal: RouteContext['principal'];
  sessions: Sessions;
  sessionId: string;
}

/** An agent whose session a person closed is told who, and that they should be asked. */
export async function withWhoClosed(error: unknown, use: Use): Promise<unknown> {
  const { principal, sessionId } = use;
  if (!(error instanceof TandemError) || error.code !== 'ended' || principal.kind !== 'agent') return error;
  const name = await closedBy(use).catch(() => undefined);
  if (name === undefined) return error;
  return new TandemError(
    'ended',
    `Session "${sessionId}" was closed by ${name}. Ask ${name} before you create another one for the same work (session_create).`,
  );
}

/** The person; undefined if it was not one. */
async function closedBy({ principal, sessions, sessionId }: Use): Promise<string | undefined> {
  const record = await sessions.get(principal, sessionId);
  if (record.status !== 'closed' || record.endedBy !== undefined) return undefined;
  const parts = await sessions.parts(record, { limit: LAST_PARTS });
  const last = parts.flatMap(({ entries }) => entries).findLast(({ action }) => action === 'close');
  return last?.actor.kind === 'person' ? nameForAgents({ ...last.actor, local: principal.local }) : undefined;
}
