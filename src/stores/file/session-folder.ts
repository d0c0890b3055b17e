import { mkdirSync, readdirSync, renameSync, rmdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { TandemError } from '../../errors.ts';
import { toFileFault } from '../../lib/file-fault.ts';
import { hasCode } from '../../lib/has-code.ts';
import { syncFolder } from '../../lib/sync-folder.ts';
import { isTempName, versionOf, versionPath } from '../../lib/version-name.ts';
import { latestVersion, readLatest } from '../../lib/versioned-file.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import { parseRecord } from '../record-text.ts';
import type { ReportOnce } from './report-once.ts';

export const LOG_FILE = 'log.jsonl';
const REMOVED_FOLDER = /^\.pruned-(\d+)-sess_[0-9a-z]{26}$/;
const LEFTOVER_AGE_MS = 60_000;

/** Make the folder and those above it, on disk and for their owner only. */
export async function makeSessionFolder(root: string, dir: string): Promise<void> {
  const newRoot = mkdirSync(root, { recursive: true, mode: 0o700 });
  // Only in a folder that is ours from the start: a `*` next to somebody's files would hide them from git.
  if (readdirSync(root).length === 0) writeNew(join(root, '.gitignore'), '*\n');
  const newFolder = mkdirSync(dir, { recursive: true, mode: 0o700 });
  const topmost = newRoot ?? newFolder ?? dir;
  let parent = dir;
  do {
    parent = dirname(parent);
    await syncFolder(parent);
  } while (parent !== dirname(topmost));
}

/** The current record of a folder; undefined when there is none, `unavailable` when it cannot be read. */
export function readRecord(dir: string): SessionRecord | undefined {
  try {
    const latest = readLatest(dir, 'session');
    return latest && parseRecordOf(dir, latest.version, latest.text);
  } catch (error) {
    throw error instanceof TandemError
      ? error
      : (toFileFault(error, `The session in ${dir} cannot be read`) ?? unreadable(dir, dir, error));
  }
}

/** The record that version `rev` of a session file holds, or `unavailable`. */
export function parseRecordOf(dir: string, rev: number, text: string): SessionRecord {
  try {
    return { ...parseRecord(text), rev };
  } catch (error) {
    throw unreadable(versionPath(dir, 'session', rev), dir, error);
  }
}

function unreadable(file: string, dir: string, error: unknown): TandemError {
  const why = error instanceof Error ? error.message : String(error);
  return new TandemError(
    'unavailable',
    `The session in ${file} cannot be read: ${why}. It was left unchanged; repair it, or move ${dir} away.`,
    { cause: error },
  );
}

/**
 * Delete a session if it is still at `rev`. It leaves under another name first, so that no half of it is ever
 * seen, and comes back if somebody saved it in the meantime.
 */
export function removeSession(dir: string, rev: number, report: ReportOnce): boolean {
  const removed = join(dirname(dir), `.pruned-${Date.now()}-${basename(dir)}`);
  try {
    renameSync(dir, removed);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return false;
    throw error;
  }
  if (latestVersion(removed, 'session') !== rev) {
    renameSync(removed, dir);
    return false;
  }
  removeOwnFiles(removed, report);
  return true;
}

export function isRemovedFolder(name: string): boolean {
  return REMOVED_FOLDER.test(name);
}

/** Finish the removal that a killed process began. */
export function removeLeftover(dir: string, report: ReportOnce): void {
  const since = Number(REMOVED_FOLDER.exec(basename(dir))?.[1]);
  if (Date.now() - since > LEFTOVER_AGE_MS) removeOwnFiles(dir, report);
}

/** Remove a folder whose creator was killed before it had a record. */
export function removeUnborn(dir: string, report: ReportOnce): void {
  const found = statSync(dir, { throwIfNoEntry: false });
  if (found !== undefined && Date.now() - found.mtimeMs > LEFTOVER_AGE_MS) removeOwnFiles(dir, report);
}

function removeOwnFiles(dir: string, report: ReportOnce): void {
  try {
    const isOwn = (file: string) =>
      file === LOG_FILE || isTempName(file) || versionOf(file, 'session') > 0 || versionOf(file, 'lease') > 0;
    for (const file of readdirSync(dir).filter(isOwn)) unlinkSync(join(dir, file));
    rmdirSync(dir);
  } catch (error) {
    // ENOENT: another process is removing it too.
    if (hasCode(error, 'ENOENT')) return;
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    report(dir, 'The session was deleted; other files in its folder were left there.');
  }
}

function writeNew(path: string, text: string): void {
  try {
    writeFileSync(path, text, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}
