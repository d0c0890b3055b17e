import { TandemError } from '../errors.ts';
import type { Logger } from '../lib/logger.ts';
import { newId } from '../lib/new-id.ts';
import type { Actor, Sessions } from '../session/sessions.ts';
import type { Viewdef } from './viewdefs/viewdef-store.ts';

/** What is saved of a live session. Lua data is not: the app's own files recreate it. */
export interface LiveData {
  baseDir: string;
  /** "1", "2": what tools call it. */
  alias: string;
  /** The app that is shown. */
  app?: string;
  views: Viewdef[];
  events: unknown[];
  /** The instance that has it in memory, where there are several. */
  instance?: string;
}

/** Writes follow within this time: a run or a click must not wait for the disk. */
const SOON_MS = 100;

/** The saved side of a live session: its history, and what survives a restart. */
export interface LiveRecord {
  /** A line of history, written soon. */
  note(actor: Actor, action: string, detail?: Record<string, unknown>): void;
  /** Something to save has changed; written soon. */
  touch(): void;
  /** Written when this resolves. */
  save(): Promise<void>;
}

interface Note {
  actor: Actor;
  action: string;
  detail: Record<string, unknown>;
}

export function createLiveRecord(options: {
  sessions: Sessions;
  owner: Actor;
  sessionId: string;
  snapshot(): LiveData;
  /** What people call it. */
  name(): string;
  /** As it was loaded. */
  data: LiveData;
  /** The instance that has it in memory from now on. */
  instance: string | undefined;
  log: Logger;
  /** It was closed or expired, or is gone from the disk: nothing can be saved any more. */
  onEnded(): void;
}): LiveRecord {
  const { sessions, owner, sessionId } = options;
  let notes: Note[] = [];
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> = Promise.resolve();
  let ended = false;
  let isOurs = options.data.instance === options.instance;

  const write = async () => {
    const groups = byActor(notes);
    notes = [];
    if (groups.length === 0) groups.push({ actor: owner, notes: [] });
    // Each line names its actor; what is saved belongs to the owner.
    for (const group of groups)
      await sessions.use(
        { ...group.actor, userId: owner.userId },
        { sessionId, kind: 'live' },
        async (session) => {
          // An instance that was suspended must not undo what the one after it has saved.
          const { instance } = session.record.data as Partial<LiveData>;
          if (isOurs && instance !== options.instance)
            throw new TandemError('ended', 'Another instance has taken the live session over.');
          isOurs = true;
          session.record.data = { ...options.snapshot() };
          session.record.name = options.name();
          for (const { action, detail } of group.notes) session.log(action, detail);
        },
      );
  };
  const save = () => {
    clearTimeout(timer);
    timer = undefined;
    if (ended) return Promise.resolve();
    saving = saving.then(write, write).catch((error: unknown) => {
      if (!isEnd(error)) throw error;
      if (!ended) options.onEnded();
      ended = true;
      throw new TandemError('ended', 'The live session has ended: it was closed, or expired.');
    });
    return saving;
  };
  const saveOrReport = () =>
    void save().catch((error: unknown) => {
      if (!isEnd(error)) options.log.error(`live session ${sessionId} was not saved`, error);
    });
  const soon = () => {
    if (!ended) timer ??= setTimeout(saveOrReport, SOON_MS);
  };

  return {
    note(actor, action, detail = {}) {
      // They are written some at a time; each is a call of its own.
      notes.push({ actor, action, detail: { ...detail, call: newId('') } });
      soon();
    },
    touch: soon,
    save,
  };
}

function isEnd(error: unknown): boolean {
  return error instanceof TandemError && (error.code === 'ended' || error.code === 'not_found');
}

/** Runs of notes by the same actor, in order. */
function byActor(notes: readonly Note[]): { actor: Actor; notes: Note[] }[] {
  const groups: { actor: Actor; notes: Note[] }[] = [];
  for (const note of notes) {
    const last = groups.at(-1);
    const isSame = last?.actor.kind === note.actor.kind && last.actor.name === note.actor.name;
    if (last && isSame) last.notes.push(note);
    else groups.push({ actor: note.actor, notes: [note] });
  }
  return groups;
}
