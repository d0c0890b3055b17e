import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Area } from '../area/area.ts';
import { Asks } from '../area/asks.ts';
import { createSealer } from '../area/seal.ts';
import { createLocalPrincipal } from '../auth/local-principal.ts';
import type { Listeners } from '../http/listeners.ts';
import type { Logger } from '../lib/logger.ts';
import { createCatalog } from '../mcp/catalog.ts';
import { ChangeHub } from '../mcp/change-hub.ts';
import type { McpServices } from '../mcp/mcp-services.ts';
import type { McpStdio } from '../mcp/mcp-stdio.ts';
import type { SessionStore } from '../session/session-store.ts';
import { Sessions } from '../session/sessions.ts';
import type { Config } from './config-schema.ts';
import { findAreas } from './find-areas.ts';
import { openTandemFolder, type TandemFolder } from './tandem-folder.ts';
import { VERSION } from './version.ts';

export interface TandemOptions {
  dir: string;
  config: Config;
  env: Record<string, string | undefined>;
  log: Logger;
  /** More areas than the folder itself brings: embedders and tests. */
  areas?: readonly Area[];
  /** Told once, when the first call that does work comes in. */
  onFirstCall?(): void;
}

/** The program put together: areas over one store, served on stdio, on HTTP, or on both. */
export interface Tandem {
  folder: TandemFolder;
  /** Serve the client on stdin and stdout. */
  serveStdio(): Promise<McpStdio>;
  /** Load what is served now, instead of at the first call. */
  start(): Promise<void>;
  /** Bind the listeners, or answer those that are bound. */
  listen(where?: { host: string; uiPort: number; mcpPort: number }): Promise<Listeners>;
  /** Finish or cancel calls in flight, save, let go of everything. */
  close(): Promise<void>;
}

const HOUR = 60 * 60_000;
const SHUT_DOWN_MS = 5000;

export async function createTandem(options: TandemOptions): Promise<Tandem> {
  const { dir, config, env, log } = options;
  const folder = openTandemFolder(dir);
  const areas = [...findAreas(options), ...(options.areas ?? [])];
  const sessions = new Sessions({ store: await openStore(options), limits: config.mcp.limits, log });
  const asks = new Asks({ sessions });
  const hub = new ChangeHub();
  const catalog = createCatalog(areas);
  hub.subscribe((change) => change.kind === 'tools' && catalog.refresh());
  const lifetimeSeconds = config.mcp.limits.askExpiryDays * 24 * 60 * 60;
  let started: Promise<void> | undefined;
  const services: McpServices = {
    info: { name: config.mcp.name ?? 'tandem', title: 'Tandem', version: config.mcp.version ?? VERSION },
    catalog,
    sessions,
    asks,
    sealer: createSealer({ secret: () => folder.secret('seal-key'), lifetimeSeconds }),
    hub,
    log,
    start() {
      started ??= startAreas().catch((error: unknown) => {
        // What failed now may work at the next call.
        started = undefined;
        throw error;
      });
      return started;
    },
  };
  let stdio: McpStdio | undefined;
  let listening: Promise<Listeners> | undefined;
  const closers: (() => Promise<unknown> | unknown)[] = [];

  return {
    folder,
    start: () => services.start(),

    async serveStdio() {
      const { serveMcpStdio } = await import('../mcp/mcp-stdio.ts');
      stdio = serveMcpStdio(services, createLocalPrincipal({ user: config.mcp.user, kind: 'agent' }));
      return stdio;
    },

    listen(
      where = { host: config.http.host, uiPort: config.http.port, mcpPort: config.http.mcpPort ?? 8001 },
    ) {
      listening ??= open(where).catch((error: unknown) => {
        listening = undefined;
        throw error;
      });
      return listening;
    },

    async close() {
      await stdio?.close();
      await Promise.allSettled(closers.map((close) => close()));
      const listeners = await listening?.catch(() => undefined);
      await listeners?.close();
      await Promise.race([
        sessions.shutDown(),
        new Promise((resolve) => setTimeout(resolve, SHUT_DOWN_MS).unref()),
      ]);
      await Promise.allSettled(areas.map((area) => area.close?.()));
    },
  };

  async function startAreas(): Promise<void> {
    options.onFirstCall?.();
    // In the background, and also for processes too short for the hourly one.
    void sessions.sweep().catch((error: unknown) => log.error('sweep failed', error));
    await Promise.all(areas.map((area) => area.start?.({ sessions, asks, notify: hub, log })));
  }

  async function open(where: { host: string; uiPort: number; mcpPort: number }): Promise<Listeners> {
    const [{ openListeners }, { createMcpHttp }, { createAuthenticator }, { createPageAccess }] =
      await Promise.all([
        import('../http/listeners.ts'),
        import('../mcp/mcp-http.ts'),
        import('../auth/authenticator.ts'),
        import('../auth/page-access.ts'),
      ]);
    const loopback = isLoopback(where.host);
    const authenticator = createAuthenticator({
      auth: inFolder(config.mcp.auth, dir),
      user: config.mcp.user,
      env,
      madeOnceKey: () => folder.secret('mcp-key'),
      bindIsLoopback: loopback,
    });
    const pageAccess = createPageAccess({ secret: () => env.TANDEM_TOKEN || folder.secret('ui-token') });
    const mcp = createMcpHttp(services);
    const listeners = await openListeners(
      {
        version: VERSION,
        dir,
        areas,
        sessions,
        mcp,
        authenticator,
        pageAccess,
        user: config.mcp.user,
        loopback,
        hosts: config.http.hosts,
        corsOrigins: config.http.cors.origins,
        maxBodyBytes: config.http.maxBodyBytes,
        webRoot: fileURLToPath(new URL('../web', import.meta.url)),
        log,
      },
      where,
    );
    const sweeping = setInterval(
      () => void sessions.sweep().catch((e: unknown) => log.error('sweep failed', e)),
      HOUR,
    );
    closers.push(
      () => mcp.close(),
      () => clearInterval(sweeping),
    );
    return listeners;
  }
}

/** Sessions of a Lowdefy app live with the app's own files; others in `.tandem`. */
async function openStore({ dir, config, log }: TandemOptions): Promise<SessionStore> {
  if (config.mcp.session.store.type === 'memory') {
    const { createMemoryStore } = await import('../stores/memory-store.ts');
    return createMemoryStore();
  }
  const { createFileStore } = await import('../stores/file/file-store.ts');
  const home = existsSync(join(dir, 'lowdefy.yaml')) ? '.lowdefy' : '.tandem';
  return createFileStore({ root: join(dir, home, 'sessions'), log });
}

/** Files named in a configuration lie in its folder. */
function inFolder(auth: Config['mcp']['auth'], dir: string): Config['mcp']['auth'] {
  return auth?.type === 'jwt' && auth.jwksFile ? { ...auth, jwksFile: resolve(dir, auth.jwksFile) } : auth;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
