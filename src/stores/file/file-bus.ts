import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  type FSWatcher,
  mkdirSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
  watch,
} from 'node:fs';
import { join } from 'node:path';
import type { SessionKey } from '../../session/session-store.ts';
import { type Bus, createBusListeners } from '../bus-listeners.ts';

/** In the folder of all sessions, beside the users. */
export const CHANGES_FILE = '.changes.jsonl';

const MAX_BYTES = 1_000_000;
/** Writes come in bursts, and most are this process's own. */
const REST_MS = 20;
/** Where the folder cannot be watched, or is not there yet. */
const POLL_MS = 500;

export interface FileBus extends Bus {
  /** Says to the others what was written. */
  wrote(key: SessionKey): void;
  close(): void;
}

/**
 * Tells the other processes on one folder what was written: a line in a file that all append to, and that is watched.
 * The lines are hints; a file that has grown is emptied, and everybody looks again.
 */
export function createFileBus(root: string): FileBus {
  const self = randomUUID();
  const file = join(root, CHANGES_FILE);
  const listeners = createBusListeners(start);
  const polling = { timer: undefined as NodeJS.Timeout | undefined };
  let watcher: FSWatcher | undefined;
  let resting: NodeJS.Timeout | undefined;
  let offset = 0;
  let isClosed = false;

  function say(line: readonly (string | null)[]): void {
    try {
      appendFileSync(file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
    } catch {
      // A hint is not worth failing for.
    }
  }

  function start(): void {
    offset = sizeOf(file) ?? 0;
    if (!startWatching()) polling.timer = setInterval(poll, POLL_MS).unref();
    // Not at once: whoever starts the bus is told like all others.
    queueMicrotask(() => listeners.changed(undefined));
  }

  function startWatching(): boolean {
    try {
      watcher = watch(root, { persistent: false }, (_event, name) => {
        if (name === null || name === CHANGES_FILE) readSoon();
      });
      watcher.on('error', () => {
        watcher?.close();
        watcher = undefined;
        polling.timer ??= setInterval(poll, POLL_MS).unref();
      });
      return true;
    } catch {
      return false;
    }
  }

  function poll(): void {
    if (watcher === undefined && startWatching()) {
      clearInterval(polling.timer);
      polling.timer = undefined;
    }
    readNews();
  }

  function readSoon(ms = REST_MS): void {
    resting ??= setTimeout(() => {
      resting = undefined;
      readNews();
    }, ms).unref();
  }

  function readNews(): void {
    if (isClosed) return;
    const size = sizeOf(file) ?? 0;
    if (size < offset) {
      offset = 0;
      listeners.changed(undefined);
    }
    const text = readFrom(file, offset, size);
    // There are too many open files, say: it is read when that is over.
    if (text === undefined) readSoon(POLL_MS);
    else tellOf(text);
  }

  function tellOf(text: string): void {
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    offset += Buffer.byteLength(whole);
    for (const line of whole.split('\n')) if (line !== '') heard(line);
    if (offset > MAX_BYTES) empty();
  }

  function heard(line: string): void {
    if (line.startsWith(`["${self}"`)) return;
    const said = parseLine(line);
    if (said === undefined) listeners.changed(undefined);
    else if (said.sessionId === null) listeners.told(said.text);
    else listeners.changed({ sessionId: said.sessionId, userId: said.text });
  }

  function empty(): void {
    try {
      truncateSync(file);
      offset = 0;
      // Whatever came in since it was read is gone.
      listeners.changed(undefined);
    } catch {
      // Another process has done it, or will.
    }
  }

  return {
    wrote: ({ sessionId, userId }) => say([self, sessionId, userId]),
    tell(text) {
      try {
        mkdirSync(root, { recursive: true, mode: 0o700 });
      } catch {
        return;
      }
      say([self, null, text]);
    },
    onOthersChange: listeners.onOthersChange,
    onTold: listeners.onTold,
    close() {
      isClosed = true;
      watcher?.close();
      clearInterval(polling.timer);
      clearTimeout(resting);
    },
  };
}

function parseLine(line: string): { sessionId: string | null; text: string } | undefined {
  try {
    const [, sessionId, text] = JSON.parse(line) as [string, string | null, string];
    return typeof text === 'string' ? { sessionId, text } : undefined;
  } catch {
    return undefined;
  }
}

function sizeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.size;
}

/** Undefined if it cannot be read now. */
function readFrom(file: string, from: number, to: number): string | undefined {
  if (to <= from) return '';
  const buffer = Buffer.alloc(to - from);
  let handle: number | undefined;
  try {
    handle = openSync(file, 'r');
    return buffer.toString('utf8', 0, readSync(handle, buffer, 0, buffer.length, from));
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
