import { fileURLToPath } from 'node:url';
import type { Area } from '../area/area.ts';
import type { Asking } from '../area/asking.ts';
import { createSealer } from '../area/seal.ts';
import type { WebDoors } from '../area/web-doors.ts';
import { createLocalPrincipal } from '../auth/local-principal.ts';
import type { PageAccess } from '../auth/page-access.ts';
import { createPassedOn } from '../auth/passed-on.ts';
import { TandemError } from '../errors.ts';
import type { HttpOptions } from '../http/http-options.ts';
import type { Listeners } from '../http/listeners.ts';
import type { Mount } from '../http/mount.ts';
import type { Mounted, MountOptions } from '../http/mount-options.ts';
import { createLogger } from '../lib/logger.ts';
import { OpenWork } from '../lib/open-work.ts';
import { createPlaceFilter } from '../lib/place-filter.ts';
import { repeat } from '../lib/repeat.ts';
import { outsideRequest } from '../lib/request-context.ts';
import { createCatalog } from '../mcp/catalog.ts';
import { ChangeHub } from '../mcp/change-hub.ts';
import type { McpServices } from '../mcp/mcp-services.ts';
import type { McpStdio } from '../mcp/mcp-stdio.ts';
import { checkRetention } from '../session/retention.ts';
import { Sessions } from '../session/sessions.ts';
import { type AreaDefinition, toDefinition } from './area-definition.ts';
import { AREAS } from './areas.ts';
import { createAreas } from './create-areas.ts';
import { createInstances } from './create-instances.ts';
import { loadConfig, readConfig } from './load-config.ts';
import { openBrowser } from './open-browser.ts';
import { openStore } from './open-store.ts';
import { toPageOrigin } from './page-origin.ts';
import { programCommand } from './program-command.ts';
import { toReach, warnOfReach } from './reach.ts';
import { createRunningServer } from './running-server.ts';
import { shareChanges } from './share-changes.ts';
import { shutDown } from './shut-down.ts';
import { openTandemFolder, type TandemFolder, withSharedSecrets } from './tandem-folder.ts';
import type { TandemOptions } from './tandem-options.ts';
import { VERSION } from './version.ts';
import { withFilesIn } from './with-files-in.ts';

/** The assembled program: areas over one store, served on stdio, over HTTP, or both. */
export interface Tandem {
  folder: TandemFolder;
  /** Serve the client on stdin and stdout. */
  serveStdio(): Promise<McpStdio>;
  /** Load what is served now, instead of at the first call. */
  start(): Promise<void>;
  /** What is served has areas that leave opening the listeners to the program. */
  opensAtFirstCall: boolean;
  /** Bind the configured ports, or return those that are already bound. */
  listen(where?: Where): Promise<Listeners>;
  /**
   * Serve from within your own HTTP server, under a path of your choice, with your own sign-in. Binds no port.
   *
   * @example
   * ```ts
   * import { createServer } from 'node:http';
   * import { createTandem } from 'tandem-mcp';
   *
   * const tandem = await createTandem({ dir: '.' });
   * const mounted = await tandem.mount({
   *   url: 'http://localhost:3000/tandem',
   *   signIn: (request) =>
   *     request.headers.get('authorization') === 'Bearer secret-of-ada' ? { userId: 'ada' } : undefined,
   * });
   * const server = createServer(mounted.node).listen(3000);
   * server.on('upgrade', (req, socket, head) => mounted.upgrade(req, socket, head) || socket.destroy());
   * ```
   */
  mount(options: MountOptions): Promise<Mounted>;
  /** Open the page for the person and return its port; undefined if another server of this folder has it. */
  openPage(): Promise<number | undefined>;
  /** Serving is an explicit command: start what does not wait for a call. */
  launch(): Promise<void>;
  /**
   * Finish calls in flight, save, release everything. False if something did not end in time (a spinning thread,
   * say): everything is saved, but the process must be killed.
   */
  close(): Promise<boolean>;
}

interface Where {
  host: string;
  uiPort: number;
  mcpPort: number;
}

/** Sessions are counted for metrics by user. */
const MAX_COUNTED_USERS = 1000;
const HOUR = 60 * 60_000;

/**
 * Tandem for a folder. `{ dir }` is enough: configuration comes from `tandem.yaml` and the environment, and warnings go to
 * stderr.
 *
 * @example
 * ```ts
 * import { createTandem } from 'tandem-mcp';
 *
 * const tandem = await createTandem({ dir: '.' });
 * const { ports } = await tandem.listen();
 * console.log(`MCP at http://127.0.0.1:${ports.mcp}/mcp`);
 * process.once('SIGTERM', () => tandem.close());
 * ```
 */
export async function createTandem(options: TandemOptions): Promise<Tandem> {
  const { dir, env = process.env, log = createLogger('warn') } = options;
  const added = (options.areas ?? []).map(toDefinition);
  const config = options.config ?? (await loadConfig(dir, env, {}, added));
  const store = await openStore({ dir, config, env, log });
  const folder = await withSharedSecrets(openTandemFolder(dir), store);
  const reach = toReach(config.http);
  const definitions: readonly AreaDefinition[] = [...AREAS, ...added];
  const areas = createAreas(definitions, {
    dir,
    config,
    readConfig: (folder) => readConfig(folder, added),
    env,
    log,
    watch: options.watch ?? false,
    isExtended: added.length > 0,
    tools: options.tools ?? [],
    model: options.model,
    lowdefy: options.lowdefy,
  });
  const running = await createRunningServer(config.http, {
    areas: () => areas,
    countSessions: () => sessions.countOpen(MAX_COUNTED_USERS),
    metricsKey: () => env.TANDEM_METRICS_KEY || folder.secret('metrics-key'),
  });
  const kinds = definitions.flatMap(({ sessionKind }) => sessionKind ?? []);
  const { retention } = config.mcp.session;
  checkRetention(
    retention,
    kinds.map(({ kind }) => kind),
  );
  const { limits } = config.mcp;
  const sessions = new Sessions({ store: running.watch(store), limits, retention, kinds, log });
  const hub = new ChangeHub();
  const work = new OpenWork();
  const places = createPlaceFilter(dir);
  const catalog = createCatalog(areas, hub);
  hub.subscribe((change) => change.kind === 'tools' && catalog.refresh());
  const lifetimeSeconds = config.mcp.limits.askExpiryDays * 24 * 60 * 60;
  let started: Promise<void> | undefined;
  const services: McpServices = {
    info: { name: config.mcp.name ?? 'tandem', title: 'Tandem', version: config.mcp.version ?? VERSION },
    catalog,
    sessions,
    asking: askingOf(areas),
    sealer: createSealer({ secret: () => folder.secret('seal-key'), lifetimeSeconds }),
    hub,
    work,
    log,
    monitor: running.monitor,
    places,
    events: store.events,
    instances: createInstances(store, folder, { log, beforeTaking: () => services.start() }),
    async load() {
      const changed = await Promise.all(areas.map((area) => area.load?.()));
      if (changed.includes(true)) catalog.refresh();
    },
    start() {
      started ??= outsideRequest(startAreas).catch((error: unknown) => {
        // What failed now may work at the next call.
        started = undefined;
        throw error;
      });
      return started;
    },
  };
  const { instances } = services;
  let stdio: McpStdio | undefined;
  let listening: Promise<Listeners> | undefined;
  let access: PageAccess | undefined;
  let served: Promise<HttpOptions> | undefined;
  let mounted: Mount | undefined;
  let listened: Listeners | undefined;
  const uiToken = () => env.TANDEM_TOKEN || folder.secret('ui-token');
  const closers: (() => Promise<unknown> | unknown)[] = [];

  const web: WebDoors = {
    async open() {
      if (mounted) return mounted.at.toDoors();
      const address = reach.address?.toDoors();
      const { ports } = await listenAgain();
      return { views: `http://127.0.0.1:${ports.ui}`, mcpPort: ports.mcp, ...address, ports };
    },
    async pageUrl(path) {
      const address = mounted?.at ?? reach.address;
      if (address) return address.pageUrl(path);
      const port = (await portElsewhere()) ?? (await listenAgain()).ports.ui;
      return `${toPageOrigin(config.http, port)}${path}`;
    },
    get isRemote() {
      return mounted !== undefined || (reach.address !== undefined && !reach.isLoopback('127.0.0.1'));
    },
    get isLoopback() {
      return mounted === undefined && reach.isLoopback(config.http.host);
    },
    token: uiToken,
    viewsEntry(path, principal) {
      if (!principal.local || !access || !listened) return undefined;
      const views = reach.address?.toDoors().views ?? `http://127.0.0.1:${listened.ports.ui}`;
      const url = new URL(path, views);
      url.searchParams.set('code', access.issueCode({ audience: 'views', subject: { t: 'local' } }));
      return url.href;
    },
    openBrowser,
  };

  return {
    folder,
    start: () => services.start(),

    async serveStdio() {
      const { serveMcpStdio } = await import('../mcp/mcp-stdio.ts');
      stdio = serveMcpStdio(services, createLocalPrincipal({ user: config.mcp.user, kind: 'agent' }));
      return stdio;
    },

    opensAtFirstCall: areas.some((area) => !area.opensDoors),
    listen,
    mount,
    openPage: async () =>
      (await portElsewhere()) === undefined ? (await listenAgain()).ports.ui : undefined,

    async launch() {
      for (const area of areas)
        await area.launch?.().catch((error: unknown) => {
          // What else is served works without it.
          if (error instanceof TandemError) log.warn(`${area.name} did not start: ${error.message}`);
          else log.error(`${area.name} did not start`, error);
        });
    },

    async close() {
      await running.drain(listening !== undefined);
      const listeners = await listening?.catch(() => undefined);
      const streams = async () => {
        await stdio?.close();
        await Promise.allSettled(closers.map((close) => close()));
      };
      return shutDown({ work, listeners, streams, sessions, leave: () => instances?.close(), areas, log });
    },
  };

  function listen(
    where = { host: config.http.host, uiPort: config.http.port, mcpPort: config.http.mcpPort ?? 8001 },
  ): Promise<Listeners> {
    listening ??= join(open(where)).catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
    return listening;
  }

  /** The others pass on what belongs here, from now on. */
  async function join(opening: Promise<Listeners>): Promise<Listeners> {
    const listeners = await opening;
    await instances?.start(config.http.instanceUrl ?? `http://127.0.0.1:${listeners.ports.ui}`);
    closers.push(shareChanges(hub, store));
    return listeners;
  }

  /** Bind the ports that this folder had last, so that links survive a restart; else free ones. */
  function listenAgain(): Promise<Listeners> {
    if (listening) return listening;
    listening = bindAgain().catch((error: unknown) => {
      listening = undefined;
      throw error;
    });
    return listening;
  }

  async function bindAgain(): Promise<Listeners> {
    const { host } = config.http;
    const [uiPort, mcpPort] = [folder.readPort('ui-port'), folder.readPort('mcp-port')];
    const free = () => open({ host, uiPort: 0, mcpPort: 0 });
    // The files stay with a server that they lead to.
    if (uiPort !== undefined && (await isServed(uiPort))) return free();
    const isNew = uiPort === undefined || mcpPort === undefined;
    const listeners = isNew ? await free() : await open({ host, uiPort, mcpPort }).catch(free);
    folder.writePorts(listeners.ports);
    return listeners;
  }

  /** The UI port of another server of this folder that runs: its pages show our sessions and questions, too. */
  async function portElsewhere(): Promise<number | undefined> {
    const last = folder.readPort('ui-port');
    return !listening && last !== undefined && (await isServed(last)) ? last : undefined;
  }

  async function isServed(port: number): Promise<boolean> {
    const { requestPageUrl } = await import('./page-url.ts');
    return requestPageUrl(folder, port, env).then(
      () => true,
      () => false,
    );
  }

  async function startAreas(): Promise<void> {
    options.onFirstCall?.();
    // In the background, and also for processes too short for the hourly one.
    void sessions.sweep().catch((error: unknown) => log.error('sweep failed', error));
    const given = { sessions, notify: hub, web, log, ...(instances && { homes: instances }) };
    await Promise.all(areas.map((area) => area.start?.(given)));
  }

  async function open(where: Where): Promise<Listeners> {
    const [{ openListeners }, { createAuthenticator }, { createOidcSignIn }] = await Promise.all([
      import('../http/listeners.ts'),
      import('../auth/authenticator.ts'),
      import('../auth/oidc-sign-in.ts'),
    ]);
    const loopback = reach.isLoopback(where.host);
    const authenticator = createAuthenticator({
      auth: withFilesIn(dir, config.mcp.auth),
      user: config.mcp.user,
      env,
      madeOnceKey: () => folder.secret('mcp-key'),
      bindIsLoopback: loopback,
      isNamed: reach.address !== undefined,
    });
    const { auth, signIn: atProvider } = config.mcp;
    const signIn = atProvider && createOidcSignIn(atProvider, { auth, env, secret: uiToken });
    const http = await httpOptions();
    const { hosts, webSockets, trustProxy } = config.http;
    const publicAddress = reach.address;
    const own = {
      authenticator,
      signIn,
      user: config.mcp.user,
      loopback,
      hosts,
      webSockets,
      publicAddress,
      trustProxy,
      operations: running.operations,
      passedOn: instances && createPassedOn(() => folder.secret('seal-key')),
    };
    warnOfReach(reach, { areas, http: config.http, log });
    listened = await openListeners({ ...http, ...own }, where);
    return listened;
  }

  async function mount(options: MountOptions): Promise<Mounted> {
    const [{ createMount }, http] = await Promise.all([import('../http/mount.ts'), httpOptions()]);
    if (mounted) throw new TandemError('conflict', 'Tandem is mounted already. Create another one.');
    const made = createMount(http, options, config.http.hosts);
    mounted = made;
    closers.push(() => made.close());
    await services.start();
    return made;
  }

  /** What listeners and a mounted server share; made once, when the first of them is opened. */
  function httpOptions(): Promise<HttpOptions> {
    served ??= createHttpOptions();
    return served;
  }

  async function createHttpOptions(): Promise<HttpOptions> {
    const [{ createMcpHttp }, { createPageAccess }] = await Promise.all([
      import('../mcp/mcp-http.ts'),
      import('../auth/page-access.ts'),
    ]);
    access = createPageAccess({ secret: uiToken, useOnce: store.useOnce?.bind(store) });
    const mcp = createMcpHttp(services);
    const sweeping = repeat(HOUR, () => sessions.sweep().catch((e: unknown) => log.error('sweep failed', e)));
    closers.push(() => mcp.close(), sweeping.stop);
    return {
      version: VERSION,
      dir,
      areas,
      sessions,
      work,
      places,
      mcp,
      pageAccess: access,
      corsOrigins: config.http.cors.origins,
      maxBodyBytes: config.http.maxBodyBytes,
      webRoot: fileURLToPath(new URL('../web', import.meta.url)),
      command: programCommand(),
      log,
      adminRoles: config.mcp.admin.roles,
      accessLog: config.log.access ?? false,
      monitor: running.monitor,
      instances,
    };
  }
}

function askingOf(areas: readonly Area[]): Asking {
  const asking = areas.find((area) => area.asking)?.asking;
  if (!asking) throw new Error('no area keeps questions');
  return asking;
}
