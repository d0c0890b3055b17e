import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { TandemError } from '../../errors.ts';
import { hasCode } from '../../lib/has-code.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import { isSessionId } from '../record-text.ts';
import type { ReportOnce } from './report-once.ts';
import { isRemovedFolder, readRecord } from './session-folder.ts';
import { isUserFolder, toUserFolder } from './user-folder.ts';

const READS_PER_TURN = 64;

export interface FoundSession {
  dir: string;
  /** Undefined for a folder that holds no record, or not yet. */
  record: SessionRecord | undefined;
}

/** Every readable session of one user, or of all; what is not ours or damaged is reported and left alone. */
export async function* walkSessions(
  root: string,
  report: ReportOnce,
  userId?: string,
): AsyncGenerator<FoundSession> {
  let reads = 0;
  for (const folder of userId === undefined ? userFolders(root, report) : [toUserFolder(userId)]) {
    for (const name of namesIn(join(root, folder))) {
      const dir = join(root, folder, name);
      if (!isSessionId(name)) {
        if (!isRemovedFolder(name)) report(dir, 'This is not a session folder and is ignored.');
        continue;
      }
      // Reading is synchronous because that is fastest; other work gets its turn in between.
      if (++reads % READS_PER_TURN === 0) await nextTurn();
      const found = readOrReport(dir, report);
      if (found === 'unreadable') continue;
      // A folder that was moved or copied must not show one user's session to another.
      if (found && (toUserFolder(found.userId) !== folder || found.sessionId !== name)) {
        report(dir, "This folder holds another user's session, or another session, and is ignored.");
        continue;
      }
      if (userId === undefined || found === undefined || found.userId === userId)
        yield { dir, record: found };
    }
  }
}

/** The folders that a killed prune left in one user's folder, or in all. */
export function* removedFolders(root: string, report: ReportOnce, userId?: string): Generator<string> {
  for (const folder of userId === undefined ? userFolders(root, report) : [toUserFolder(userId)]) {
    for (const name of namesIn(join(root, folder))) {
      if (isRemovedFolder(name)) yield join(root, folder, name);
    }
  }
}

function userFolders(root: string, report: ReportOnce): string[] {
  return namesIn(root).filter((name) => {
    if (isUserFolder(name)) return true;
    if (name !== '.gitignore') report(join(root, name), "This is not a user's folder and is ignored.");
    return false;
  });
}

function readOrReport(dir: string, report: ReportOnce): SessionRecord | undefined | 'unreadable' {
  try {
    return readRecord(dir);
  } catch (error) {
    if (!(error instanceof TandemError)) throw error;
    report(dir, error.message);
    return 'unreadable';
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}
