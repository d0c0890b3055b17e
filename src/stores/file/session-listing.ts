import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { latestVersion } from '../../lib/versioned-file.ts';
import { type SessionRecord, toSummary } from '../../session/session-record.ts';
import { EndedIndex, type Indexed } from './ended-index.ts';
import type { ReportOnce } from './report-once.ts';
import { readOrReport, removedFolders, sessionNames, userFolders } from './session-names.ts';
import { toUserFolder } from './user-folder.ts';

const READS_PER_TURN = 64;
const MAX_KNOWN = 5_000;

/** A session as far as lists need it. */
export interface Listed extends Indexed {
  dir: string;
}

/**
 * The sessions of a folder without reading each of them: those that have ended by the index, the open ones again only
 * when they were saved since.
 */
export class SessionListing {
  readonly #root: string;
  readonly #report: ReportOnce;
  readonly #indexes = new Map<string, EndedIndex>();
  /** By folder: open sessions as they were read last. */
  readonly #open = new Map<string, Indexed>();

  constructor(root: string, report: ReportOnce) {
    this.#root = root;
    this.#report = report;
  }

  /** Called for every save: from then on the index finds sessions that have ended. */
  saved(record: SessionRecord): void {
    const dir = join(this.#root, toUserFolder(record.userId), record.sessionId);
    if (record.status !== 'open') this.#open.delete(dir);
    else if (this.#open.has(dir)) this.#open.set(dir, toIndexed(record));
    const index = this.#indexOf(toUserFolder(record.userId));
    if (record.status !== 'open' || index.refresh().has(record.sessionId)) index.add(record);
  }

  /**
   * Open sessions of one user, or of all. Where `isEnough`, what was known of a session is taken as it is, without a look
   * at its folder: it may have been saved since, by another process.
   */
  async *open(userId?: string, isEnough: (known: Indexed) => boolean = () => false): AsyncGenerator<Listed> {
    let reads = 0;
    for (const folder of this.#folders(userId)) {
      const ended = this.#indexOf(folder).refresh();
      for (const name of sessionNames(join(this.#root, folder), this.#report)) {
        if (ended.has(name)) continue;
        // Reading is synchronous because that is fastest; other work gets its turn in between.
        if (++reads % READS_PER_TURN === 0) await nextTurn();
        const one = this.#read(folder, name, isEnough);
        if (one?.summary.status === 'open' && (userId === undefined || one.userId === userId)) yield one;
      }
    }
  }

  /** Sessions that have ended, as the index has them; `current` puts one right. */
  *ended(userId?: string): Generator<Listed> {
    for (const folder of this.#folders(userId)) {
      const ended = this.#indexOf(folder).refresh();
      if (ended.size === 0) continue;
      for (const name of sessionNames(join(this.#root, folder), this.#report)) {
        const one = ended.get(name);
        if (one && (userId === undefined || one.userId === userId))
          yield { ...one, dir: join(this.#root, folder, name) };
      }
    }
  }

  /** What the index has of a session is still so; if not, it has been put right. */
  isCurrent(one: Listed): boolean {
    if (latestVersion(one.dir, 'session') === one.rev) return true;
    const record = readOrReport(one.dir, this.#report);
    if (typeof record === 'object') this.#indexOf(toUserFolder(record.userId)).add(record);
    return false;
  }

  /** Everybody who has sessions. */
  users(): string[] {
    return userFolders(this.#root, this.#report).flatMap((folder) => {
      const ended = this.#indexOf(folder).refresh();
      for (const name of sessionNames(join(this.#root, folder), this.#report)) {
        const userId = ended.get(name)?.userId ?? this.#read(folder, name)?.userId;
        if (userId !== undefined) return [userId];
      }
      return [];
    });
  }

  /** Folders without a record: of sessions that are being made, or whose maker was killed. */
  unborn(userId?: string): string[] {
    return this.#folders(userId).flatMap((folder) => {
      const ended = this.#indexOf(folder).refresh();
      return sessionNames(join(this.#root, folder), this.#report)
        .filter((name) => !ended.has(name))
        .map((name) => join(this.#root, folder, name))
        .filter((dir) => latestVersion(dir, 'session') === 0);
    });
  }

  /** What a killed prune left. */
  leftovers(userId?: string): string[] {
    return this.#folders(userId).flatMap((folder) =>
      removedFolders(join(this.#root, folder)).map((name) => join(this.#root, folder, name)),
    );
  }

  compact(userId?: string): void {
    for (const folder of this.#folders(userId)) {
      const index = this.#indexOf(folder);
      if (index.refresh().size > 0)
        index.compact(new Set(sessionNames(join(this.#root, folder), this.#report)));
    }
  }

  #folders(userId: string | undefined): string[] {
    return userId === undefined ? userFolders(this.#root, this.#report) : [toUserFolder(userId)];
  }

  #indexOf(folder: string): EndedIndex {
    const index = this.#indexes.get(folder) ?? new EndedIndex(join(this.#root, folder));
    this.#indexes.set(folder, index);
    return index;
  }

  #read(
    folder: string,
    name: string,
    isEnough: (known: Indexed) => boolean = () => false,
  ): Listed | undefined {
    const dir = join(this.#root, folder, name);
    const known = this.#open.get(dir);
    if (known && (isEnough(known) || latestVersion(dir, 'session') === known.rev)) return { ...known, dir };
    this.#open.delete(dir);
    const record = readOrReport(dir, this.#report);
    if (typeof record !== 'object') return undefined;
    // A folder that was moved or copied must not show one user's session to another.
    if (toUserFolder(record.userId) !== folder || record.sessionId !== name) {
      this.#report(dir, "This folder contains another session or another user's session and is ignored.");
      return undefined;
    }
    const one = toIndexed(record);
    if (record.status !== 'open') this.#indexOf(folder).add(record);
    else this.#know(dir, one);
    return { ...one, dir };
  }

  /** What was known first is forgotten first: it has most likely ended. */
  #know(dir: string, one: Indexed): void {
    const [first] = this.#open.keys();
    if (first !== undefined && this.#open.size >= MAX_KNOWN) this.#open.delete(first);
    this.#open.set(dir, one);
  }
}

function toIndexed(record: SessionRecord): Indexed {
  return { userId: record.userId, rev: record.rev, summary: toSummary(record) };
}
