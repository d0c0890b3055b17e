import { appendFileSync, closeSync, openSync, readSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toTempPath } from '../../lib/version-name.ts';
import { type SessionRecord, type SessionSummary, toSummary } from '../../session/session-record.ts';

export const INDEX_FILE = '.ended.jsonl';

/** What is known of a session without reading it. */
export interface Indexed {
  userId: string;
  rev: number;
  summary: SessionSummary;
}

/**
 * What lists need of the sessions in a user's folder that have ended, one line each; of several lines about a session
 * the last one counts. Only a help: what is not in it, or not as it is, is read from the session and put right.
 */
export class EndedIndex {
  readonly #file: string;
  readonly #folder: string;
  #known = new Map<string, Indexed>();
  #lines = 0;
  #read = 0;
  #inode = 0;

  constructor(folder: string) {
    this.#folder = folder;
    this.#file = join(folder, INDEX_FILE);
  }

  /** Take in what this process or others have added since the last look. */
  refresh(): ReadonlyMap<string, Indexed> {
    const file = statSync(this.#file, { throwIfNoEntry: false });
    if (file?.ino !== this.#inode || file.size < this.#read) {
      this.#known = new Map();
      this.#lines = 0;
      this.#read = 0;
      this.#inode = file?.ino ?? 0;
    }
    if (file !== undefined && file.size > this.#read) this.#take(file.size);
    return this.#known;
  }

  /** In one write, on a line of its own, whatever a killed process left before it. */
  add(record: SessionRecord): void {
    const line = toLine({ userId: record.userId, rev: record.rev, summary: toSummary(record) });
    try {
      appendFileSync(this.#file, `\n${line}\n`, { mode: 0o600 });
    } catch {
      // The session itself is saved; a full disk must not make that a failure.
    }
  }

  /** Leave out what is gone and what is said twice, once that is most of the file. */
  compact(names: ReadonlySet<string>): void {
    const known = [...this.refresh()].filter(([sessionId]) => names.has(sessionId));
    if (this.#lines < 2 * known.length + 100) return;
    const temp = toTempPath(this.#folder);
    // What another process adds in this moment is lost, and found again when that session is read.
    writeFileSync(temp, known.map(([, one]) => `${toLine(one)}\n`).join(''), { flag: 'wx', mode: 0o600 });
    renameSync(temp, this.#file);
  }

  #take(size: number): void {
    const bytes = Buffer.alloc(size - this.#read);
    const fd = openSync(this.#file, 'r');
    try {
      readSync(fd, bytes, 0, bytes.length, this.#read);
    } finally {
      closeSync(fd);
    }
    // A line that is being written is left for the next look.
    const end = bytes.lastIndexOf('\n') + 1;
    this.#read += end;
    for (const line of bytes.toString('utf8', 0, end).split('\n')) {
      const one = line === '' ? undefined : parseLine(line);
      if (one === undefined) continue;
      this.#lines++;
      if (one.summary.status === 'open') this.#known.delete(one.summary.sessionId);
      else this.#known.set(one.summary.sessionId, one);
    }
  }
}

function toLine(one: Indexed): string {
  return JSON.stringify(one);
}

function parseLine(line: string): Indexed | undefined {
  try {
    const { userId, rev, summary } = JSON.parse(line) as Partial<Indexed>;
    const isOurs =
      typeof userId === 'string' && typeof rev === 'number' && typeof summary?.sessionId === 'string';
    return isOurs ? { userId, rev, summary } : undefined;
  } catch {
    return undefined;
  }
}
