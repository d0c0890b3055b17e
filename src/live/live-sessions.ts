import type { AreaServices } from '../area/area.ts';
import { TandemError } from '../errors.ts';
import type { SessionRecord } from '../session/session-record.ts';
import type { Actor } from '../session/sessions.ts';
import { whoEnded } from '../session/who-ended.ts';
import type { BaseFolder } from './base-folder.ts';
import type { FolderSettings } from './live-config.ts';
import type { LiveData } from './live-record.ts';
import type { LiveSession } from './live-session.ts';
import type { LiveStatus } from './lua/live-runtime.ts';
import { toSessionName } from './session-name.ts';

/** A saved live session, with typed data. */
type LiveSessionRecord = Omit<SessionRecord, 'data'> & { data: LiveData };

interface Entry {
  userId: string;
  alias: string;
  opening: Promise<LiveSession>;
  /** Once it is there. */
  session?: LiveSession;
}

export interface LiveSessionsOptions {
  folder: BaseFolder;
  settings: FolderSettings;
  services: AreaServices;
  /** Where commands of app code run. */
  projectDir: string;
  /** What `mcp:status()` returns. */
  status: LiveStatus;
  /** Whose session "1" exists without being created: it is created when first requested. */
  firstOf: Actor | undefined;
}

const LOOK_MS = 2_000;

/** The live sessions of one base folder: those in memory, and those of an earlier process. */
export class LiveSessions {
  readonly #options: LiveSessionsOptions;
  readonly #open = new Map<string, Entry>();
  /** Why those ended that did while in memory, by user and alias. */
  readonly #ended = new Map<string, string>();
  #making: Promise<unknown> = Promise.resolve();

  readonly #stopListening: () => void;

  constructor(options: LiveSessionsOptions) {
    this.#options = options;
    const { sessions } = options.services;
    const stops = [
      sessions.onChange((session) => {
        if (session.status !== 'open') this.#drop(session.sessionId, whoEnded(session));
      }),
      sessions.onOthersChange({}, (key) => key && void this.#noticeEnd(key.sessionId)),
    ];
    // Where the store tells nothing.
    const looking = setInterval(() => {
      if (!sessions.hearsOthers) for (const id of this.#open.keys()) void this.#noticeEnd(id);
    }, LOOK_MS).unref();
    this.#stopListening = () => {
      clearInterval(looking);
      for (const stop of stops) stop();
    };
  }

  /** A session of this user by alias or id; "new" creates the next one. */
  async get(actor: Actor, id: string): Promise<LiveSession> {
    if (id === 'new') return this.#make(actor);
    for (const [sessionId, { userId, alias, opening }] of this.#open)
      if (userId === actor.userId && (alias === id || sessionId === id)) return opening;
    const saved = await this.#saved(actor);
    const found = saved.find(({ sessionId, data }) => sessionId === id || data.alias === id);
    if (found) return this.#load(actor, found);
    if (id === '1' && actor.userId === this.#options.firstOf?.userId) return this.first(actor);
    const guest = await this.#ofOther(actor, id);
    if (guest) return guest;
    const aliases = saved.map(({ data }) => data.alias);
    const yours = aliases.length > 0 ? ` Yours: ${aliases.join(', ')}.` : '';
    throw new TandemError(
      'not_found',
      `Live session "${id.slice(0, 100)}" not found.${yours} sessionId "new" creates one.`,
    );
  }

  /** Session "1": resumed from an earlier process, or new. */
  first(actor: Actor): Promise<LiveSession> {
    return this.#inTurn(async () => {
      const saved = (await this.#saved(actor)).find(({ data }) => data.alias === '1');
      return saved ? this.#load(actor, saved) : this.#create(actor, '1');
    });
  }

  /** Those of a user that are ready, without waiting for others. */
  readyOf({ userId }: Actor): LiveSession[] {
    return [...this.#open.values()].flatMap((entry) =>
      entry.userId === userId && entry.session ? [entry.session] : [],
    );
  }

  /** Those in memory. */
  async all(): Promise<LiveSession[]> {
    const opened = await Promise.allSettled([...this.#open.values()].map(({ opening }) => opening));
    return opened.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  }

  /** Releases all. `isEnd`: permanently; otherwise they can be resumed. `last`: what waiting readers receive. */
  async close({ isEnd, last }: { isEnd: boolean; last: unknown[] }): Promise<void> {
    const { firstOf } = this.#options;
    this.#stopListening();
    const all = await this.all();
    this.#open.clear();
    for (const session of all) {
      await session.close(last).catch(this.#failedToClose);
      if (isEnd) await this.#end(session.owner, session.sessionId);
    }
    if (isEnd && firstOf)
      for (const { sessionId } of await this.#saved(firstOf)) await this.#end(firstOf, sessionId);
  }

  /** It ended without us: the next request does not find it. */
  #drop(sessionId: string, why = 'It was closed, or expired.'): void {
    const entry = this.#open.get(sessionId);
    this.#open.delete(sessionId);
    if (entry) this.#ended.set(`${entry.userId} ${entry.alias}`, why);
    entry?.opening.then((session) => session.close()).catch(this.#failedToClose);
  }

  /** An administrator may have ended it in another process. */
  async #noticeEnd(sessionId: string): Promise<void> {
    const entry = this.#open.get(sessionId);
    if (!entry) return;
    const { sessions } = this.#options.services;
    // A store that cannot be read now is read again with the next save.
    const record = await sessions.find({ sessionId, userId: entry.userId }).catch(() => undefined);
    const by = record && whoEnded(record);
    if (by !== undefined) this.#drop(sessionId, by);
  }

  readonly #failedToClose = (error: unknown) =>
    this.#options.services.log.error('a live session was not closed', error);

  /** One that is gone from the disk has already ended. */
  async #end(owner: Actor, sessionId: string): Promise<void> {
    await this.#options.services.sessions.close(owner, sessionId).catch((error: unknown) => {
      if (!(error instanceof TandemError && error.code === 'not_found')) this.#failedToClose(error);
    });
  }

  #make(actor: Actor): Promise<LiveSession> {
    return this.#inTurn(async () => {
      const isFirst = actor.userId === this.#options.firstOf?.userId;
      const taken = (await this.#saved(actor)).map(({ data }) => Number(data.alias));
      return this.#create(actor, String(Math.max(isFirst ? 1 : 0, ...taken) + 1));
    });
  }

  async #create(actor: Actor, alias: string): Promise<LiveSession> {
    const { services, folder } = this.#options;
    const instance = this.#instance;
    const data: LiveData = {
      baseDir: folder.realPath,
      alias,
      views: [],
      events: [],
      ...(instance !== undefined && { instance }),
    };
    const name = toSessionName(alias, undefined);
    const record = await services.sessions
      .create(actor, { kind: 'live', name, data: { ...data } })
      .catch((error: unknown) => {
        if (!(error instanceof TandemError && error.code === 'limit_reached')) throw error;
        throw new TandemError('limit_reached', `${error.message} ui_configure ends the live sessions.`);
      });
    const session = await this.#load(actor, { ...record, data });
    const why = this.#ended.get(`${actor.userId} ${alias}`);
    if (why !== undefined) session.notice(`Session "${alias}" had ended. ${why} This is a new one.`);
    this.#ended.delete(`${actor.userId} ${alias}`);
    return session;
  }

  /** One after the other, so that no two get the same number. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#making.then(work);
    this.#making = turn.catch(() => undefined);
    return turn;
  }

  #load({ userId, kind, name }: Actor, { sessionId, data }: LiveSessionRecord): Promise<LiveSession> {
    const known = this.#open.get(sessionId);
    if (known) return known.opening;
    const { services, folder, projectDir, settings, status } = this.#options;
    const { sessions, log, notify } = services;
    const instance = this.#instance;
    const onChange = () => {
      for (const uri of ['ui://state', 'ui://variables']) notify.resourceUpdated(uri, { userId });
    };
    // Loaded only now: listing tools needs no Lua.
    const opening = import('./live-session.ts').then(async ({ LiveSession }) => {
      const owner = { userId, kind, name };
      const onEnded = () => this.#drop(sessionId);
      const common = { folder, projectDir, settings, status, sessions, log, onChange, onEnded };
      const session = new LiveSession({ sessionId, owner, data, instance, ...common });
      await session.start();
      return session;
    });
    const entry: Entry = { userId, alias: data.alias, opening };
    this.#open.set(sessionId, entry);
    opening.then(
      (session) => {
        entry.session = session;
      },
      () => this.#open.delete(sessionId),
    );
    return opening;
  }

  get #instance(): string | undefined {
    const { homes } = this.#options.services;
    return homes?.isShared ? homes.id : undefined;
  }

  /** One that its owner shares with this caller. Who sees a live UI uses it: its variables are those of its Lua. */
  async #ofOther(actor: Actor, id: string): Promise<LiveSession | undefined> {
    const { services, folder } = this.#options;
    const access = id.startsWith('sess_') ? await services.sessions.sharing.admit(actor, id) : undefined;
    if (!access?.may.includes('act')) return undefined;
    const { record, owner } = access;
    const { data } = record as unknown as LiveSessionRecord;
    if (record.kind !== 'live' || record.status !== 'open' || data.baseDir !== folder.realPath)
      return undefined;
    return this.#load({ userId: record.userId, kind: 'agent', name: owner }, { ...record, data });
  }

  async #saved(actor: Actor): Promise<LiveSessionRecord[]> {
    const { services, folder } = this.#options;
    const { sessions } = await services.sessions.list(actor, { kind: 'live', status: 'open', limit: 200 });
    const records = await Promise.all(
      sessions.map(({ sessionId }) => services.sessions.get(actor, sessionId)),
    );
    return (records as unknown as LiveSessionRecord[]).filter(({ data }) => data.baseDir === folder.realPath);
  }
}
