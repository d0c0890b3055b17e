import type { AreaServices } from '../area/area.ts';
import type { WebDoors } from '../area/web-doors.ts';
import type { HomeKeeper } from '../session/instances.ts';
import type { Actor } from '../session/sessions.ts';
import { type BaseFolder, prepareBaseFolder } from './base-folder.ts';
import { realPathOf } from './check-base-dir.ts';
import { checkUnclaimed, claimFolder } from './folder-claim.ts';
import { type HotLoader, startHotLoader } from './hot-loader.ts';
import type { FolderSettings } from './live-config.ts';
import { type LeftLive, LIVE_HOME, readLeft } from './live-home.ts';
import type { LiveSession } from './live-session.ts';
import { LiveSessions } from './live-sessions.ts';
import { alreadyRunning, notConfigured, notStarted } from './out-of-order.ts';

export interface LiveServerOptions {
  /** The project that a base folder belongs to: commands of app code run there. */
  projectDirOf(baseDir: string): string;
  /** Of the program. */
  version: string;
  /** `permissions` and `limits` of a base folder's own configuration. */
  loadSettings(baseDir: string): Promise<FolderSettings>;
  /** Throws if app code could change what is not its own. */
  checkGround(baseDir: string, settings: FolderSettings): void;
  /** The folder to configure and start if a call needs one and nobody has. */
  autostart: string | undefined;
}

interface Running {
  url: string;
  sessions: LiveSessions;
  web: WebDoors;
  hot: HotLoader;
  release(): void;
}

/** The state of live UIs: unconfigured, configured, running. */
export class LiveServer {
  readonly #options: LiveServerOptions;
  #services: AreaServices | undefined;
  #configured: { folder: BaseFolder; settings: FolderSettings } | undefined;
  #running: Running | undefined;
  #transition: Promise<unknown> = Promise.resolve();

  constructor(options: LiveServerOptions) {
    this.#options = options;
  }

  attach(services: AreaServices): void {
    this.#services = services;
  }

  get state(): 'unconfigured' | 'configured' | 'running' {
    if (this.#running) return 'running';
    return this.#configured ? 'configured' : 'unconfigured';
  }

  /** The configured folder; throws if there is none. */
  folder(): BaseFolder {
    if (!this.#configured) throw notConfigured();
    return this.#configured.folder;
  }

  /** Throws unless it is running. */
  running(): Pick<Running, 'url' | 'sessions' | 'web'> {
    this.folder();
    if (!this.#running) throw notStarted();
    return this.#running;
  }

  async session(actor: Actor, id = '1'): Promise<LiveSession> {
    return this.running().sessions.get(actor, id);
  }

  /** Before a call that needs a running server: starts it if the configuration says so. */
  ready(actor: Actor): Promise<void> {
    const { autostart } = this.#options;
    if (this.#running || autostart === undefined) return Promise.resolve();
    return this.#inTurn(async () => {
      if (!this.#configured) await this.#configure(autostart);
      if (!this.#running) await this.#start(actor);
    });
  }

  /** Prepares a folder. A running server ends its sessions. */
  configure(baseDir: string): Promise<BaseFolder> {
    return this.#inTurn(() => this.#configure(baseDir));
  }

  /** Opens the listeners for the folder and creates or resumes this user's session "1". */
  start(actor: Actor): Promise<LiveSession> {
    return this.#inTurn(async () => {
      const { sessions } = await this.#start(actor);
      return sessions.first(actor).catch(async (error: unknown) => {
        // If the session fails, the start fails: there is no state in between.
        await this.#stop({ isEnd: false, last: [] });
        throw error;
      });
    });
  }

  /** Configures and starts without a call: the local user's session "1" is created when first requested. */
  async launch(baseDir: string, localUser: Actor | undefined): Promise<void> {
    const { homes } = this.#services as AreaServices;
    // Another instance may have them, or this one has just taken them over.
    const isElsewhere = (await homes?.homeOf(LIVE_HOME)) !== undefined;
    if (!isElsewhere && !this.#running) await this.#launch(baseDir, localUser);
  }

  /** Takes over from another instance what it served, or leaves it to another. */
  keeper(localUser: Actor | undefined): HomeKeeper {
    return {
      taken: async (note) => {
        const left = readLeft(note);
        if (!left) return;
        const taking = left.isRunning ? this.#launch(left.baseDir, localUser) : this.configure(left.baseDir);
        await taking.catch((error: unknown) =>
          this.#services?.log.error('live UIs of another instance could not be taken over', error),
        );
      },
      lost: () =>
        this.#inTurn(async () => {
          await this.#stop({ isEnd: false, last: [] });
          this.#configured = undefined;
        }),
    };
  }

  #launch(baseDir: string, localUser: Actor | undefined): Promise<void> {
    return this.#inTurn(async () => {
      await this.#configure(baseDir);
      await this.#start(localUser);
    });
  }

  /** The sessions of a user that are ready; none where it does not run. */
  readySessions(actor: Actor): LiveSession[] {
    return this.#running?.sessions.readyOf(actor) ?? [];
  }

  /** Loads changed files in the folder without waiting for the debounce. */
  loadChanges(): void {
    this.#running?.hot.flush();
  }

  close(): Promise<void> {
    return this.#inTurn(() => this.#stop({ isEnd: false, last: [] }));
  }

  async #configure(baseDir: string): Promise<BaseFolder> {
    // Every problem with the new folder is found before the old one is released.
    const settings = await this.#options.loadSettings(baseDir);
    this.#options.checkGround(baseDir, settings);
    const isOurs = this.#running !== undefined && this.#configured?.folder.realPath === realPathOf(baseDir);
    if (!isOurs) checkUnclaimed(baseDir, this.#group);
    const folder = prepareBaseFolder(baseDir, (error) =>
      this.#services?.log.warn(`the log of ${baseDir} cannot be written`, error),
    );
    await this.#stop({ isEnd: true, last: [{ event: 'server_reconfigured' }] });
    this.#configured = { folder, settings };
    await this.#noteHome();
    return folder;
  }

  /** For the instance that takes over, if this one dies. */
  async #noteHome(): Promise<void> {
    const left: LeftLive = { baseDir: this.folder().path, isRunning: this.#running !== undefined };
    await this.#services?.homes?.note(LIVE_HOME, JSON.stringify(left));
  }

  /** Instances of one group decide by homes which of them serves a folder. */
  get #group(): string | undefined {
    const homes = this.#services?.homes;
    return homes?.isShared ? homes.group : undefined;
  }

  async #start(firstOf: Actor | undefined): Promise<Running> {
    const folder = this.folder();
    if (this.#running) throw alreadyRunning(this.#running.url);
    checkUnclaimed(folder.path, this.#group);
    const services = this.#services as AreaServices;
    const { views: url, mcpPort, ports } = await services.web.open();
    const release = await claimFolder(folder.path, url, this.#group);
    const { settings } = this.#configured as { settings: FolderSettings };
    const status = { base_dir: folder.path, url, mcp_port: mcpPort, version: this.#options.version };
    const projectDir = this.#options.projectDirOf(folder.path);
    const sessions = new LiveSessions({ folder, projectDir, settings, services, status, firstOf });
    try {
      const hot = watchFolder(folder, sessions, services);
      const running: Running = { url, sessions, web: services.web, hot, release };
      this.#running = running;
      if (ports) folder.writeAccess({ ...ports, token: services.web.token() });
      await this.#noteHome();
      return running;
    } catch (error) {
      await this.#stop({ isEnd: false, last: [] }).finally(release);
      throw error;
    }
  }

  async #stop(how: { isEnd: boolean; last: unknown[] }): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    try {
      running?.hot.close();
      await running?.sessions.close(how);
    } finally {
      running?.release();
    }
  }

  /** Two calls that change the state must not interleave. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#transition.then(work);
    this.#transition = turn.catch(() => undefined);
    return turn;
  }
}

function watchFolder(folder: BaseFolder, sessions: LiveSessions, { log }: AreaServices): HotLoader {
  const everywhere = async (work: (session: LiveSession) => Promise<void>) => {
    for (const session of await sessions.all())
      await work(session).catch((error: unknown) => log.error('hot loading failed', error));
  };
  return startHotLoader({
    baseDir: folder.path,
    onLua: (path) => void everywhere((session) => session.reload(path)),
    onViews: () => void everywhere((session) => session.rescanViews()),
    log,
  });
}
