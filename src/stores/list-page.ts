import { TandemError } from '../errors.ts';
import type { SessionSummary } from '../session/session-record.ts';
import type { ListQuery, SessionPage } from '../session/session-store.ts';
import { isSessionId } from './record-text.ts';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

type Position = Pick<SessionSummary, 'updatedAt' | 'sessionId'>;

/** Check a query once, before anything is read; returns a function that makes a page of a user's sessions. */
export function parseListQuery(query: ListQuery): (all: readonly SessionSummary[]) => SessionPage {
  const limit = parseLimit(query.limit);
  const after = query.cursor === undefined ? undefined : parseCursor(query.cursor);
  const kinds = query.kind === undefined ? undefined : [query.kind].flat();
  const text = query.query?.toLowerCase() ?? '';

  const isWanted = (session: SessionSummary) =>
    (query.status === undefined || session.status === query.status) &&
    (kinds === undefined || kinds.includes(session.kind)) &&
    (session.name.toLowerCase().includes(text) || session.description.toLowerCase().includes(text)) &&
    (after === undefined || newestFirst(after, session) < 0);

  return (all) => {
    const found = all.filter(isWanted).sort(newestFirst);
    const sessions = found.slice(0, limit);
    const last = sessions.at(-1);
    return last === undefined || found.length === sessions.length
      ? { sessions }
      : { sessions, cursor: toCursor(last) };
  };
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
