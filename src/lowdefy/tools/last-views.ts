import { LruMap } from '../../lib/lru-map.ts';
import { type Actor, actorName } from '../../session/actor.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import type { OpenSession } from '../../session/sessions.ts';
import type { PageView } from '../../view/view-node.ts';

const MAX_VIEWS = 200;

type Seen = Pick<SessionRecord, 'sessionId' | 'rev'>;

/** What each principal saw last in a session, and at which rev: if nobody else has acted since, changes are enough. */
export class LastViews {
  readonly #views = new LruMap<string, { rev: number; view: PageView }>({ max: MAX_VIEWS });

  /** The principal's last view of the session; undefined when somebody else has changed it since. */
  of(session: Seen, principal: Actor): PageView | undefined {
    const last = this.#views.get(keyOf(session, principal));
    return last?.rev === session.rev ? last.view : undefined;
  }

  /** Once the call is saved, this is what the principal has seen. */
  keep({ record, onSaved }: OpenSession, principal: Actor, view: PageView | undefined): void {
    const key = keyOf(record, principal);
    onSaved((rev) => (view ? this.#views.set(key, { rev, view }) : this.#views.delete(key)));
  }
}

function keyOf({ sessionId }: Seen, actor: Actor): string {
  return `${sessionId} ${actor.kind} ${actor.userId} ${actorName(actor)}`;
}
