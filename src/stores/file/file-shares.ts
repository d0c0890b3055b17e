import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toFileFault } from '../../lib/file-fault.ts';
import { hasCode } from '../../lib/has-code.ts';
import { newId } from '../../lib/new-id.ts';
import { type SessionRecord, toSummary } from '../../session/session-record.ts';
import { MAX_SHARED, type Share, type ShareStore, toSharedSessions } from '../../session/session-share.ts';
import type { SessionKey } from '../../session/session-store.ts';
import { isSessionId } from '../record-text.ts';
import { namesIn } from './names-in.ts';

/** In the folder of all sessions, beside the users. */
export const SHARES_FOLDER = '.shared';

interface Kept {
  userId: string;
  share: Share;
}

/**
 * One small file per share, `.shared/<grantee>/<sessionId>.json`, replaced as a whole. What a session is opened to is
 * looked up grantee by grantee; there are as many of those as users and roles.
 */
export function createFileShares(
  root: string,
  findOrThrow: (key: SessionKey) => SessionRecord,
  find: (key: SessionKey) => SessionRecord | undefined,
): ShareStore {
  const folder = join(root, SHARES_FOLDER);
  const folderOf = (grantee: string) =>
    join(folder, createHash('sha256').update(JSON.stringify(grantee)).digest('hex').slice(0, 32));

  function inWords<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw toFileFault(error, `Shares cannot be written in ${folder}`) ?? error;
    }
  }

  return {
    async set(key, share) {
      const { userId, sessionId } = findOrThrow(key);
      inWords(() => {
        const dir = folderOf(share.grantee);
        mkdirSync(dir, { recursive: true, mode: 0o700 });
        const made = join(dir, `${newId('tmp_')}.tmp`);
        writeFileSync(made, JSON.stringify({ userId, share } satisfies Kept), { mode: 0o600, flush: true });
        renameSync(made, fileIn(dir, sessionId));
      });
    },
    async remove(key, grantee) {
      findOrThrow(key);
      const file = fileIn(folderOf(grantee), key.sessionId);
      if (!read(file)) return false;
      inWords(() => rmSync(file, { force: true }));
      return true;
    },
    async of(key) {
      findOrThrow(key);
      return namesIn(folder)
        .flatMap((name) => read(fileIn(join(folder, name), key.sessionId)) ?? [])
        .filter(({ userId }) => userId === key.userId)
        .map(({ share }) => share)
        .sort((a, b) => (a.at < b.at ? -1 : 1));
    },
    async with({ grantees, sessionId, status }) {
      const found = grantees.flatMap((grantee) => {
        const dir = folderOf(grantee);
        const ids = sessionId === undefined ? sessionIdsIn(dir) : isSessionId(sessionId) ? [sessionId] : [];
        return ids.slice(0, MAX_SHARED).flatMap((id) => {
          const kept = read(fileIn(dir, id));
          if (kept?.share.grantee !== grantee) return [];
          const { userId, share } = kept;
          const record = find({ sessionId: id, userId });
          // Its session was removed.
          if (!record) rmSync(fileIn(dir, id), { force: true });
          return record && (status ?? record.status) === record.status
            ? [{ userId, session: toSummary(record), share }]
            : [];
        });
      });
      return toSharedSessions(found);
    },
  };
}

function fileIn(dir: string, sessionId: string): string {
  return join(dir, `${sessionId}.json`);
}

function sessionIdsIn(dir: string): string[] {
  return namesIn(dir)
    .map((name) => name.replace(/\.json$/, ''))
    .filter(isSessionId);
}

function read(file: string): Kept | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR') || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
