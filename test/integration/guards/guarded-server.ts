import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPageAccess, type PageAccess } from '../../../src/auth/page-access.ts';
import { cookieName } from '../../../src/auth/page-cookie.ts';
import type { Audience } from '../../../src/auth/page-grant.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { loadConfig } from '../../../src/server/load-config.ts';
import { createTandem } from '../../../src/server/tandem.ts';
import { createGuardedArea, createHold } from './guarded-area.ts';

/** A server in this process with routes behind every door, and what opens them. */
export interface GuardedServer {
  dir: string;
  ui: number;
  mcp: number;
  /** The made-once key and the page token, as the files hold them. */
  key: string;
  uiToken: string;
  access: PageAccess;
  /** A Cookie header as a browser would send it after signing in. */
  cookie(audience: Audience): string;
  /** What the page itself sends along with the `page` cookie. */
  pageToken: string;
  /** Everything logged so far, at level debug. */
  logged(): string;
  /** Requests for /hold that wait, and letting them and all later ones go. */
  holding(): number;
  release(): void;
  /** Connections to an echo that are open. */
  connected(): number;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startGuardedServer(
  options: {
    yaml?: string;
    files?: Record<string, string>;
    env?: Record<string, string>;
    joined?: boolean;
    /** Known beforehand, such as to a provider. */
    ports?: { ui: number; mcp: number };
  } = {},
): Promise<GuardedServer> {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-guards-'));
  for (const [name, text] of Object.entries(options.files ?? {})) writeFileSync(join(dir, name), text);
  if (options.yaml !== undefined) writeFileSync(join(dir, 'tandem.yaml'), options.yaml);
  const hold = createHold();
  let logged = '';
  const log = createLogger('debug', (line) => {
    logged += line;
  });
  const env = options.env ?? {};
  const tandem = await createTandem({
    dir,
    config: { ...(await loadConfig(dir, env)), areas: ['lowdefy'] },
    env,
    log,
    areas: [createGuardedArea(dir, hold)],
  });
  const both = options.joined ? await freePort() : 0;
  const { ui, mcp } = options.ports ?? { ui: both, mcp: both };
  const { ports } = await tandem.listen({ host: '127.0.0.1', uiPort: ui, mcpPort: mcp });
  const uiToken = tandem.folder.secret('ui-token');
  const access = createPageAccess({ secret: () => uiToken });
  const seal = (audience: Audience) => access.sealCookie({ audience, subject: { t: 'local' } }, 60);
  const page = seal('page');
  const cookies = { page, views: seal('views') };
  return {
    dir,
    ...ports,
    key: tandem.folder.secret('mcp-key'),
    uiToken,
    access,
    cookie: (audience) => `${cookieName(audience, ports.ui)}=${cookies[audience]}`,
    pageToken: access.pageToken(page),
    logged: () => logged,
    holding: () => hold.holding,
    release: hold.release,
    connected: () => hold.connected,
    async [Symbol.asyncDispose]() {
      await tandem.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** What no answer and no log line may hold. */
export function secretsOf(server: GuardedServer): string[] {
  const value = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1);
  const seal = readFileSync(join(server.dir, '.tandem', 'ui-token'), 'utf8').trim();
  return [
    server.key,
    server.uiToken,
    seal,
    server.pageToken,
    value(server.cookie('page')),
    value(server.cookie('views')),
  ];
}

/** Joined listeners need a number; another process could take it in between, but none here does. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
