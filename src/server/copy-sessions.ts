import { isDeepStrictEqual } from 'node:util';
import { TandemError } from '../errors.ts';
import type { LogEntry, SessionRecord } from '../session/session-record.ts';
import type { Share } from '../session/session-share.ts';
import type { SessionKey, SessionStore } from '../session/session-store.ts';

export interface CopyReport {
  copied: number;
  /** Those that were there already, in this version or a later one. */
  present: number;
  /** What could not be copied, and why. */
  failed: string[];
}

interface Session {
  record: SessionRecord;
  history: LogEntry[];
  /** By grantee. */
  shares: Share[];
}

const PAGE = 200;

/**
 * Copies all sessions with their histories and shares, and reads each again to see that it is the same. Can be repeated:
 * only what is missing or newer is copied. Nothing is removed from `from`.
 */
export async function copySessions(from: SessionStore, to: SessionStore): Promise<CopyReport> {
  const report: CopyReport = { copied: 0, present: 0, failed: [] };
  for (const userId of await from.users())
    for await (const sessionId of idsOf(from, userId)) {
      const key = { sessionId, userId };
      try {
        if (await copy(from, to, key)) report.copied++;
        else report.present++;
      } catch (error) {
        if (!(error instanceof TandemError)) throw error;
        report.failed.push(`${sessionId}: ${error.message}`);
      }
    }
  return report;
}

async function copy(from: SessionStore, to: SessionStore, key: SessionKey): Promise<boolean> {
  const [wanted, there] = await Promise.all([read(from, key), read(to, key)]);
  if (!wanted || isDeepStrictEqual(there, wanted) || (there && !isBehind(there, wanted))) return false;
  if (!to.adopt) throw new TandemError('unsupported', 'This store cannot take over sessions of another.');
  // Journals grow without a new version of the record, and so may a copy that was killed.
  if (!(await to.adopt(wanted.record, wanted.history)))
    await to.appendLog(key, wanted.history.slice(there?.history.length));
  await copyShares(to, key, wanted.shares);
  if (isDeepStrictEqual(await read(to, key), wanted)) return true;
  throw new TandemError('conflict', 'It is not the same after the copy. Is it in use? Copy again.');
}

/** An earlier state of the same session, and not one that has been used since. */
function isBehind(there: Session, wanted: Session): boolean {
  if (there.record.rev !== wanted.record.rev) return there.record.rev < wanted.record.rev;
  const { length } = there.history;
  return isDeepStrictEqual(there.history, wanted.history.slice(0, length));
}

async function copyShares(to: SessionStore, key: SessionKey, wanted: readonly Share[]): Promise<void> {
  const grantees = new Set(wanted.map(({ grantee }) => grantee));
  for (const { grantee } of (await to.shares?.of(key)) ?? [])
    if (!grantees.has(grantee)) await to.shares?.remove(key, grantee);
  for (const share of wanted) await to.shares?.set(key, share);
}

async function read(store: SessionStore, key: SessionKey): Promise<Session | undefined> {
  const record = await store.get(key);
  if (!record) return undefined;
  const [history, shares] = await Promise.all([store.readLog(key), store.shares?.of(key)]);
  const byGrantee = [...(shares ?? [])].sort((a, b) => (a.grantee < b.grantee ? -1 : 1));
  return { record, history, shares: byGrantee };
}

async function* idsOf(store: SessionStore, userId: string): AsyncGenerator<string> {
  let cursor: string | undefined;
  do {
    const page = await store.list({ userId, limit: PAGE, ...(cursor !== undefined && { cursor }) });
    for (const { sessionId } of page.sessions) yield sessionId;
    cursor = page.cursor;
  } while (cursor !== undefined);
}
