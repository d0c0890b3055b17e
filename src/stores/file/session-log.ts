import { closeSync, existsSync, fsync, openSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { hasCode } from '../../lib/has-code.ts';
import { syncFolder } from '../../lib/sync-folder.ts';
import type { LogEntry } from '../../session/session-record.ts';
import { toStoredJson } from '../record-text.ts';
import type { ReportOnce } from './report-once.ts';

const syncToDisk = promisify(fsync);

/**
 * Append entries as one line in one write: no beginning of a line is JSON, so a reader sees all of them or,
 * should the process be killed in mid-write, none. The newline in front keeps such a torn line from
 * swallowing the next one. One entry is an object, several are an array.
 */
export function appendToLog(path: string, entries: readonly LogEntry[]): Promise<void> {
  return append(path, toStoredJson(entries.length === 1 ? entries[0] : entries, 'a log entry'));
}

/** Each entry on a line of its own: what was not appended at once is not read at once. */
export function appendAsParts(path: string, entries: readonly LogEntry[]): Promise<void> {
  return append(path, entries.map((entry) => toStoredJson(entry, 'a log entry')).join('\n'));
}

async function append(path: string, lines: string): Promise<void> {
  const bytes = Buffer.from(`\n${lines}\n`);
  const isNew = !existsSync(path);
  const fd = openSync(path, 'a', 0o600);
  try {
    // A disk that fills up takes a part; why it does not take the rest is said when that is tried.
    for (let at = writeSync(fd, bytes); at < bytes.length; ) at += writeSync(fd, bytes, at);
    await syncToDisk(fd);
  } finally {
    closeSync(fd);
  }
  if (isNew) await syncFolder(dirname(path));
}

export async function readWholeLog(path: string, report: ReportOnce): Promise<LogEntry[]> {
  const lines = (await readIfThere(path)).split('\n');
  return lines.flatMap((line, index) => {
    if (line === '') return [];
    try {
      return toEntries(JSON.parse(line));
    } catch {
      // The last line, without an end, may be one that is being written right now.
      if (index < lines.length - 1) {
        report(`${path}:${index + 1}`, 'This line is not a log entry and is skipped.');
      }
      return [];
    }
  });
}

/** The entries of a line. */
export function toEntries(value: unknown): LogEntry[] {
  const entries: unknown[] = Array.isArray(value) ? value : [value];
  return entries.map((entry) => {
    if (isEntry(entry)) return entry;
    throw new Error('not a log entry');
  });
}

function isEntry(value: unknown): value is LogEntry {
  return typeof value === 'object' && value !== null && 'action' in value && 'actor' in value;
}

async function readIfThere(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return '';
    throw error;
  }
}
