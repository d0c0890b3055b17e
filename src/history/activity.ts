import type { RouteContext } from '../area/route.ts';
import { readTimeLine } from '../area/time-line/read-time-line.ts';
import type { ActiveSession, ActiveSessions, DeedsWanted } from '../protocol/deed.ts';
import { toSummary } from '../session/session-record.ts';
import type { SharedSummary } from '../session/session-sharing.ts';
import type { Sessions } from '../session/sessions.ts';

/** Sessions on a page. */
const PAGE = 20;
/** Of each: enough to see what it is about. */
const DEEDS = 6;

/** What happens in the sessions that a user may see: their own, and those that others share with them. */
export class Activity {
  readonly #sessions: Sessions;
  readonly #principal: RouteContext['principal'];
  /** Sessions of others, and who they are, as last listed. */
  #theirs = new Map<string, { userId: string; name: string }>();

  constructor(sessions: Sessions, principal: RouteContext['principal']) {
    this.#sessions = sessions;
    this.#principal = principal;
  }

  /** It is another's, and was shared with this user when that was last looked up. */
  knows(sessionId: string): boolean {
    return this.#theirs.has(sessionId);
  }

  /** The newest sessions, or those after the page that ended with `before`. */
  async page(wanted: DeedsWanted, before?: string): Promise<ActiveSessions> {
    const { sessions: own, cursor } = await this.#sessions.list(this.#principal, {
      limit: PAGE,
      ...(before !== undefined && { cursor: before }),
    });
    const shared = await this.#listTheirs();
    // Own sessions are read page by page; each page also has those of others that are between its first and its last.
    const newest = before === undefined ? undefined : own[0]?.updatedAt;
    const oldest = cursor === undefined ? undefined : own.at(-1)?.updatedAt;
    const between = shared.filter(
      ({ updatedAt }) =>
        (newest === undefined || updatedAt <= newest) && (oldest === undefined || updatedAt > oldest),
    );
    const listed = [...own, ...between].sort((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
    const found = await Promise.all(listed.map(({ sessionId }) => this.#read(sessionId, wanted)));
    return {
      sessions: found.filter((session) => session !== undefined),
      ...(cursor !== undefined && { earlier: cursor }),
    };
  }

  /** One session with the end of its time line; undefined if this user may not see it, or nothing in it is wanted. */
  async session(sessionId: string, wanted: DeedsWanted): Promise<ActiveSession | undefined> {
    // It may no longer be shared.
    if (this.#theirs.has(sessionId)) await this.#listTheirs();
    return this.#read(sessionId, wanted);
  }

  async #listTheirs(): Promise<SharedSummary[]> {
    const shared = await this.#sessions.sharing.list(this.#principal);
    this.#theirs = new Map(shared.map(({ sessionId, owner }) => [sessionId, owner]));
    return shared;
  }

  /** By its owner, not as a visitor: who looks at a list has not opened what is in it. */
  async #read(sessionId: string, wanted: DeedsWanted): Promise<ActiveSession | undefined> {
    const owner = this.#theirs.get(sessionId);
    const record = await this.#sessions.find({ sessionId, userId: (owner ?? this.#principal).userId });
    if (!record) return undefined;
    const { name, kind, status, updatedAt } = record;
    const { deeds, earlier } = await readTimeLine(this.#sessions, record, { wanted, limit: DEEDS });
    if (deeds.length === 0) return undefined;
    const [link] = this.#sessions.kind(kind)?.links?.(toSummary(record)) ?? [];
    return {
      sessionId,
      name,
      kind,
      status,
      updatedAt,
      ...(link && { href: link.href }),
      ...(owner && { owner: owner.name }),
      deeds: deeds.slice(-DEEDS),
      hasMore: earlier !== undefined || deeds.length > DEEDS,
    };
  }
}
