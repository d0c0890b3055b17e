import { TandemError } from '../errors.ts';
import type { SessionSummary } from '../session/session-record.ts';
import type { ListAllQuery } from '../session/session-store.ts';
import { isSessionId } from './record-text.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

type Position = Pick<SessionSummary, 'updatedAt' | 'sessionId'>;

/** A summary, with its owner in a list of all users. */
type Listable = SessionSummary & { userId?: string };

interface Page<S> {
  sessions: S[];
  cursor?: string;
}

/** A checked query. */
export interface ListPlan {
  limit: number;
  /** Where the page before this one ended. */
  after: Position | undefined;
  kinds: readonly string[] | undefined;
  isWanted(session: Listable): boolean;
  /** The page of all sessions of a user, in any order. */
  page<S extends Listable>(all: readonly S[]): Page<S>;
  /** The page of sessions that are wanted and in order; more than `limit` of them means that there is another page. */
  firstOf<S extends Listable>(found: readonly S[]): Page<S>;
}

/** Check a query once, before anything is read. */
export function parseListQuery(query: ListAllQuery): ListPlan {
  const limit = parseLimit(query.limit);
  const after = query.cursor === undefined ? undefined : parseCursor(query.cursor);
  const kinds = query.kind === undefined ? undefined : [query.kind].flat();
  const text = query.query?.toLowerCase() ?? '';

  const isWanted = (session: Listable) =>
    (query.status === undefined || session.status === query.status) &&
    (kinds === undefined || kinds.includes(session.kind)) &&
    [session.name, session.description, session.userId ?? ''].some((one) =>
      one.toLowerCase().includes(text),
    ) &&
    (after === undefined || newestFirst(after, session) < 0);

  const firstOf = <S extends Listable>(found: readonly S[]): Page<S> => {
    const sessions = found.slice(0, limit);
    const last = sessions.at(-1);
    return last === undefined || found.length === sessions.length
      ? { sessions }
      : { sessions, cursor: toCursor(last) };
  };
  const page = <S extends Listable>(all: readonly S[]) => firstOf(all.filter(isWanted).sort(newestFirst));
  return { limit, after, kinds, isWanted, page, firstOf };
}

function newestFirst(a: Position, b: Position): number {
  return compare(b.updatedAt, a.updatedAt) || compare(a.sessionId, b.sessionId);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function parseLimit(limit = DEFAULT_LIMIT): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= MAX_LIMIT) return limit;
  throw new TandemError(
    'invalid_input',
    `"limit" must be a whole number from 1 to ${MAX_LIMIT}, not ${limit}. To get more, request the next page with "cursor".`,
  );
}

function toCursor({ updatedAt, sessionId }: Position): string {
  return Buffer.from(JSON.stringify({ updatedAt, sessionId })).toString('base64url');
}

function parseCursor(cursor: string): Position {
  try {
    const { updatedAt, sessionId } = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const position = { updatedAt: String(updatedAt), sessionId: String(sessionId) };
    // Base64 is read leniently, so only what comes out the same again is one of ours.
    if (isSessionId(position.sessionId) && toCursor(position) === cursor) return position;
  } catch {
    // Answered below, as every other cursor that is not ours.
  }
  throw new TandemError(
    'invalid_input',
    '"cursor" is not from an earlier result. Omit it to start from the newest session.',
  );
}
