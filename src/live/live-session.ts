import type { SocketConnection } from '../area/route.ts';
import type { Logger } from '../lib/logger.ts';
import { createThrottle, type Throttle } from '../lib/throttle.ts';
import { LIVE_RESTARTED, type LiveMessage } from '../protocol/live-messages.ts';
import type { VariableInfo } from '../protocol/variable-info.ts';
import type { Actor, Sessions } from '../session/sessions.ts';
import { ActionErrors } from './action-errors.ts';
import { AgentPresence } from './agent-presence.ts';
import type { BaseFolder } from './base-folder.ts';
import { closeWhenRevoked } from './close-when-revoked.ts';
import { EventQueue } from './event-queue.ts';
import { FolderProblems } from './folder-problems.ts';
import { BUNDLE_DIR } from './install/bundle-files.ts';
import type { FolderSettings } from './live-config.ts';
import { createLivePage, type LivePage } from './live-page.ts';
import { createLiveRecord, type LiveData, type LiveRecord } from './live-record.ts';
import { createLiveRuntime } from './lua/create-live-runtime.ts';
import { toFailureText } from './lua/failure-text.ts';
import { listApps } from './lua/host/lua-sources.ts';
import type { BatchOutcome, LiveRuntime, LiveStatus, LuaFailure, LuaRunResult } from './lua/live-runtime.ts';
import { Notices } from './notices.ts';
import { parseFrame } from './parse-frame.ts';
import { toSessionName } from './session-name.ts';
import { createVariablesWatcher } from './variables-watcher.ts';
import { ViewdefStore } from './viewdefs/viewdef-store.ts';
import { withEvents } from './with-events.ts';

export interface LiveSessionOptions {
  sessionId: string;
  owner: Actor;
  /** As saved, or as it begins. */
  data: LiveData;
  folder: BaseFolder;
  /** Where commands of app code run. */
  projectDir: string;
  settings: FolderSettings;
  /** What `mcp:status()` returns. */
  status: LiveStatus;
  /** The instance that has it in memory, where there are several. */
  instance: string | undefined;
  sessions: Sessions;
  log: Logger;
  /** What `ui://state` and `ui://variables` show may have changed. */
  onChange(): void;
  /** It was closed or expired in the meantime, and can no longer be saved. */
  onEnded(): void;
}

/** Clients that follow `ui://state` are notified at most this often. */
const TELL_MS = 250;
/** What setInterval can count to. */
const MAX_INTERVAL_MS = 2 ** 31 - 1;
/** An agent that never reads must not fill the memory. */
const MAX_EVENTS = { events: 10_000, characters: 8 * 1024 * 1024 };

/** One live UI in memory: its Lua, its views, its pages, and the events for the agent. */
export class LiveSession {
  readonly sessionId: string;
  readonly owner: Actor;
  readonly alias: string;
  readonly #options: LiveSessionOptions;
  readonly #runtime: LiveRuntime;
  readonly #record: LiveRecord;
  readonly #viewdefs: ViewdefStore;
  readonly #pages = new Map<string, LivePage>();
  readonly #watchers = new Set<Throttle>();
  readonly #events: EventQueue;
  readonly #problems = new FolderProblems();
  readonly #notices = new Notices();
  readonly #actionErrors = new ActionErrors();
  readonly #agent = new AgentPresence();
  readonly #stayingInUse: NodeJS.Timeout;
  #app: string | undefined;
  #pageCount = 0;
  #closed = false;
  readonly #told: Throttle;

  constructor(options: LiveSessionOptions) {
    const { folder, settings, data } = options;
    this.#options = options;
    this.sessionId = options.sessionId;
    this.owner = options.owner;
    this.alias = data.alias;
    this.#app = data.app;
    this.#told = createThrottle(TELL_MS, options.onChange);
    this.#events = new EventQueue(data.events, MAX_EVENTS);
    this.#viewdefs = new ViewdefStore(folder.path, {
      uploaded: data.views,
      standardDir: `${BUNDLE_DIR}/viewdefs`,
    });
    this.#record = createLiveRecord({ ...options, snapshot: () => this.#snapshot(), name: () => this.name });
    this.#runtime = createLiveRuntime({
      // The checked path, wherever its name leads later.
      baseDir: folder.realPath,
      projectDir: options.projectDir,
      sessionId: data.alias,
      permissions: settings.permissions,
      offLimits: settings.offLimits,
      status: options.status,
      limits: {
        callMs: settings.limits.callSeconds * 1000,
        memoryBytes: settings.limits.memoryMb * 1024 * 1024,
      },
      log: (stream, text) => folder.log(stream, text),
      onOutcome: (outcome) => this.#deliver(outcome),
      onRestart: (reason) => this.#notices.add(`The session was restarted: ${reason}. Its Lua data is lost.`),
    });
    // A person who has a page open uses the session, even without a click.
    const { sessionExpiryMinutes } = options.sessions.limits;
    this.#stayingInUse = setInterval(
      () => {
        if (this.#pages.size > 0 || this.#events.isPolled) this.#record.touch();
        else void this.#leaveIfEnded();
      },
      Math.min((sessionExpiryMinutes * 60_000) / 4, MAX_INTERVAL_MS),
    );
    this.#stayingInUse.unref();
  }

  /** Loads the folder's files, and shows what was shown before. */
  async start(): Promise<void> {
    const { instance, data } = this.#options;
    // What another instance still wants to save is refused from now on.
    if (data.instance !== instance) await this.#record.save();
    this.#viewdefs.scan();
    this.#noteBrokenViews();
    const { failures, ...outcome } = await this.#runtime.start();
    this.#deliver(outcome);
    for (const failure of failures) this.#notices.add(toFailureText(failure));
    if (this.#app === undefined) return;
    const shown = await this.#runtime.display(this.#app);
    this.#deliver(shown);
    this.#notices.add(
      shown.failure
        ? `The app "${this.#app}" could not be displayed again: ${toFailureText(shown.failure)}`
        : `The app "${this.#app}" was reloaded from its files; data that was only in memory is lost.`,
    );
  }

  async run(actor: Actor, code: string): Promise<{ result: LuaRunResult } | { failure: LuaFailure }> {
    const answer = await this.#runtime.run(code);
    const failed = 'failure' in answer ? { failed: answer.failure.message.slice(0, 500) } : {};
    this.#record.note(actor, 'ui_run', { code: code.slice(0, 2000), ...failed });
    this.#deliver(answer);
    return answer;
  }

  async display(actor: Actor, app: string): Promise<LuaFailure | undefined> {
    const answer = await this.#runtime.display(app);
    this.#deliver(answer);
    if (answer.failure) return answer.failure;
    this.#app = app;
    this.#record.note(actor, 'ui_display', { app });
    await this.#record.save();
    return undefined;
  }

  async uploadViewdef(actor: Actor, type: string, namespace: string, content: string): Promise<string> {
    const { key, html } = this.#viewdefs.upload(type, namespace, content);
    this.#record.note(actor, 'ui_upload_viewdef', { view: key });
    await this.#record.save();
    await this.#pushViews({ [key]: html });
    return key;
  }

  /** A file of the folder has changed. */
  async reload(path: string): Promise<void> {
    const { reloaded, failure, ...outcome } = await this.#runtime.reload(path);
    this.#deliver(outcome);
    if (failure) {
      const text = toFailureText(failure);
      this.#problems.set(path, text);
      this.#notices.add(`A changed file could not be loaded; the old code stays in use: ${text}`);
      this.#options.folder.log('stderr', `${text}\n`);
    } else if (reloaded) {
      this.#problems.delete(path);
      this.#actionErrors.clear();
    }
  }

  /** A view of the folder has changed, or the apps. */
  async rescanViews(): Promise<void> {
    const changed = new Set(this.#viewdefs.scan());
    this.#noteBrokenViews();
    for (const page of this.#pages.values()) page.tell({ apps: this.#apps() });
    const now = new Map(this.#viewdefs.all().map(({ key, html }) => [key, html]));
    await this.#pushViews(Object.fromEntries([...changed].map((key) => [key, now.get(key) ?? null])));
  }

  /** A page has connected. */
  connect(connection: SocketConnection, person: Actor): void {
    const page = createLivePage(`page-${++this.#pageCount}`, connection);
    this.#pages.set(page.id, page);
    const failed = (error: unknown) => {
      if (this.#closed) return;
      this.#options.log.error('a page of a live session failed', error);
      page.close(1011, 'internal error');
    };
    this.#runtime.connect(page.id).then((outcome) => this.#deliver(outcome), failed);
    if (this.#agent.isKnown) this.#inform();
    page.onFrame((text) => this.#receive(page, text, person).catch(failed));
    connection.onClose(() => {
      this.#pages.delete(page.id);
      this.#runtime.disconnect(page.id).then(
        (outcome) => this.#deliver(outcome),
        // The session was closed first.
        () => undefined,
      );
    });
  }

  /** A guest is let in as long as the session is shared with them. */
  guard(connection: SocketConnection, person: Actor): void {
    if (person.userId === this.owner.userId) return;
    closeWhenRevoked(this.#options.sessions, connection, person, this.sessionId);
  }

  /** Sends all variables, and again whenever something happens. */
  showVariables(connection: SocketConnection): void {
    const watcher = createVariablesWatcher(connection, () => this.#runtime.variables());
    this.#watchers.add(watcher);
    connection.onClose(() => {
      this.#watchers.delete(watcher);
      watcher.cancel();
    });
    watcher.request();
  }

  /** Takes the queued events, or waits for some. */
  async wait(timeoutMs: number, signal?: AbortSignal): Promise<unknown[]> {
    this.#agent.called();
    const taking = this.#events.take(timeoutMs, signal);
    // Pages that show the queue or the agent's state learn that somebody is waiting, and that it was read. Not
    // awaited: taken events must be on their way before their reader can leave.
    this.#inform();
    const events = await taking;
    this.#agent.called();
    if (events.length > 0 && !this.#closed) this.#record.touch();
    this.#inform();
    return events;
  }

  /** An agent has called a tool: it is at work on this. */
  agentCalled(): void {
    this.#agent.called();
    if (this.#agent.isDue) this.#inform();
  }

  /** Hand over to those in the app who subscribed to the topic; returns how many they were. */
  async publish(topic: string, data: unknown): Promise<number> {
    const { listeners, ...outcome } = await this.#runtime.publish(topic, data);
    this.#deliver(outcome);
    return listeners;
  }

  async state(): Promise<unknown> {
    return withEvents(await this.#runtime.state(), this.#events.peek());
  }

  methods(): Promise<Record<string, string[]>> {
    return this.#runtime.methods();
  }

  variables(): Promise<VariableInfo[]> {
    return this.#runtime.variables();
  }

  /** What people call it: the app that it shows. */
  get name(): string {
    return toSessionName(this.alias, this.#app);
  }

  get pageCount(): number {
    return this.#pages.size;
  }

  /** Whether the folder has its own view around the apps. */
  get hasShell(): boolean {
    return this.#viewdefs.all().some(({ key }) => key === 'MCP.DEFAULT');
  }

  get problems(): string[] {
    return this.#problems.list();
  }

  /** What failed in the app since its files last changed. */
  get errors(): string[] {
    return this.#actionErrors.list();
  }

  /** Tells the agent with its next result. */
  notice(text: string): void {
    this.#notices.add(text);
  }

  /** What happened and no result has reported yet. */
  takeNotices(): string[] {
    return this.#notices.take();
  }

  /** Releases it; `last` is what waiting readers receive. */
  async close(last: unknown[] = []): Promise<void> {
    this.#closed = true;
    clearInterval(this.#stayingInUse);
    this.#told.cancel();
    this.#events.end(last);
    await this.#record
      .save()
      .catch((error: unknown) => this.#options.log.error('a live session was not saved', error));
    for (const page of this.#pages.values()) page.close(1001, 'the session was closed');
    await this.#runtime.close();
    // Their next read fails, and notifies their pages.
    for (const watcher of this.#watchers) watcher.request();
  }

  /** Unused for so long that it expired, or closed elsewhere: its worker is stopped, too. */
  async #leaveIfEnded(): Promise<void> {
    const { sessions, owner, sessionId, onEnded } = this.#options;
    // If it cannot be read now, it may still be there.
    const record = await sessions.find({ sessionId, userId: owner.userId }).catch(() => 'unknown' as const);
    if (record !== 'unknown' && record?.status !== 'open') onEnded();
  }

  async #receive(page: LivePage, text: string, person: Actor): Promise<void> {
    const { userEvent, seen: frames, messages, errors, used } = parseFrame(text);
    page.send(errors);
    if (messages.some(({ type, data }) => type === 'watch' && data.varId === 1))
      page.begin(this.#everything());
    if (messages.length === 0) return;
    const outcome = await this.#runtime.receive(page.id, {
      userEvent,
      messages,
      seen: frames === undefined ? undefined : page.sequenceIn(frames),
    });
    this.#deliver(outcome);
    if (!userEvent) return;
    page.flush();
    const variables = messages.flatMap((message) => (message.type === 'update' ? [message.data.varId] : []));
    if (variables.length > 0) this.#record.note(person, 'page', { variables, ...used });
  }

  #deliver({ pushes, events, problems = [] }: BatchOutcome): void {
    for (const problem of problems) {
      this.#actionErrors.add(problem);
      this.#notices.add(`An error in the app, which the person may have seen: ${problem}`);
    }
    for (const { connectionId, messages, sequence } of pushes) {
      const page = this.#pages.get(connectionId);
      page?.send(messages, sequence);
      if (!messages.some(isRestart)) continue;
      page?.flush();
      page?.close(LIVE_RESTARTED, 'session restarted');
    }
    if (events.length > 0) {
      this.#notices.addDroppedEvents(this.#events.push(events));
      this.#record.touch();
    }
    for (const watcher of this.#watchers) watcher.request();
    this.#told.request();
  }

  /** By key; null for a removed view. */
  async #pushViews(views: Record<string, string | null>): Promise<void> {
    const keys = Object.keys(views);
    if (keys.length === 0) return;
    for (const page of this.#pages.values()) page.tell({ viewdefs: JSON.stringify(views) });
    const types = new Set(keys.map((key) => key.slice(0, key.lastIndexOf('.'))));
    for (const type of types) this.#deliver(await this.#runtime.refreshType(type));
  }

  /** Pages and app code see what the agent is doing. */
  #inform(): void {
    if (this.#closed) return;
    const facts = {
      pollingEvents: this.#events.isPolled,
      waitTime: this.#events.idleSeconds,
      ...this.#agent.tell(),
    };
    this.#runtime.inform(facts).then(
      (outcome) => this.#deliver(outcome),
      (error: unknown) => this.#closed || this.#options.log.error('a live session was not notified', error),
    );
  }

  #noteBrokenViews(): void {
    for (const text of this.#problems.setBrokenViews(this.#viewdefs.broken))
      this.#notices.add(`A view cannot be used: ${text}`);
  }

  #everything(): Record<string, string> {
    const views = this.#viewdefs.all().map(({ key, html }) => [key, html] as const);
    return { viewdefs: JSON.stringify(Object.fromEntries(views)), apps: this.#apps() };
  }

  #apps(): string {
    return JSON.stringify(listApps(this.#options.folder.path));
  }

  #snapshot(): LiveData {
    return {
      baseDir: this.#options.folder.realPath,
      alias: this.alias,
      ...(this.#app === undefined ? {} : { app: this.#app }),
      ...(this.#options.instance === undefined ? {} : { instance: this.#options.instance }),
      views: this.#viewdefs.uploaded(),
      events: [...this.#events.peek()],
    };
  }
}

/** The whole session was restarted, not only what one variable belongs to. */
function isRestart({ type, data }: LiveMessage): boolean {
  return type === 'error' && data.code === 'session-restarted' && data.varId === undefined;
}
