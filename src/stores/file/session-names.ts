import { join } from 'node:path';
import { TandemError } from '../../errors.ts';
import { isTempName } from '../../lib/version-name.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import { isSessionId } from '../record-text.ts';
import { INDEX_FILE } from './ended-index.ts';
import { CHANGES_FILE } from './file-bus.ts';
import { SHARES_FOLDER } from './file-shares.ts';
import { namesIn } from './names-in.ts';
import type { ReportOnce } from './report-once.ts';
import { isRemovedFolder, readRecord } from './session-folder.ts';
import { isUserFolder } from './user-folder.ts';

/** Beside the folders of users. */
const OURS: ReadonlySet<string> = new Set(['.gitignore', CHANGES_FILE, SHARES_FOLDER]);

/** The sessions of a user's folder; what is not ours is reported and left alone. */
export function sessionNames(folder: string, report: ReportOnce): string[] {
  return namesIn(folder).filter((name) => {
    if (isSessionId(name)) return true;
    if (name !== INDEX_FILE && !isRemovedFolder(name) && !isTempName(name))
      report(join(folder, name), 'This is not a session folder and is ignored.');
    return false;
  });
}

/** The folders that a killed prune left in a user's folder. */
export function removedFolders(folder: string): string[] {
  return namesIn(folder).filter(isRemovedFolder);
}

export function userFolders(root: string, report: ReportOnce): string[] {
  return namesIn(root).filter((name) => {
    if (isUserFolder(name)) return true;
    if (!OURS.has(name)) report(join(root, name), "This is not a user's folder and is ignored.");
    return false;
  });
}

/** Undefined for a folder that holds no record, or not yet; what is damaged is reported. */
export function readOrReport(dir: string, report: ReportOnce): SessionRecord | undefined | 'unreadable' {
  try {
    return readRecord(dir);
  } catch (error) {
    if (!(error instanceof TandemError)) throw error;
    report(dir, error.message);
    return 'unreadable';
  }
}
