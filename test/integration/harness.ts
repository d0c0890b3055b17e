import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Area, AreaServices } from '../../src/area/area.ts';
import type { AuthConfig } from '../../src/auth/auth-config.ts';
import type { Tandem } from '../../src/server/tandem.ts';

/** Undoes what a test created, last first, whether it passed or not: `afterEach(cleanup.run)`. */
export interface Cleanup {
  add(undo: () => unknown): void;
  run(): Promise<void>;
}

export function createCleanup(): Cleanup {
  const undo: (() => unknown)[] = [];
  return {
    add: (one) => void undo.push(one),
    async run() {
      for (const one of undo.splice(0).reverse()) await one();
    },
  };
}

export function tempDir(cleanup: Cleanup): string {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-test-'));
  cleanup.add(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** A server of this process over HTTP, with the fixture tools. */
export interface Served {
  dir: string;
  tandem: Tandem;
  /** An address on the MCP port. */
  url(path: string): URL;
  key: string;
  /** What areas are given at the first call. */
  services(): AreaServices | undefined;
}

export async function serve(cleanup: Cleanup, dir: string, auth?: AuthConfig): Promise<Served> {
  // Most files need only the other helpers, and loading the whole server takes a second of a core.
  const [{ createLogger }, { loadConfig }, { createTandem }, { createFixtureArea }] = await Promise.all([
    import('../../src/lib/logger.ts'),
    import('../../src/server/load-config.ts'),
    import('../../src/server/tandem.ts'),
    import('./fixture-area.mjs'),
  ]);
  const config = await loadConfig(dir, {});
  let services: AreaServices | undefined;
  const spy: Area = {
    name: 'spy',
    async start(given) {
      services = given;
    },
  };
  const tandem = await createTandem({
    dir,
    config: { ...config, areas: ['lowdefy'], mcp: { ...config.mcp, ...(auth ? { auth } : {}) } },
    env: {},
    log: createLogger('silent'),
    areas: [createFixtureArea(dir), spy],
  });
  cleanup.add(() => tandem.close());
  const { ports } = await tandem.listen({ host: '127.0.0.1', uiPort: 0, mcpPort: 0 });
  return {
    dir,
    tandem,
    url: (path) => new URL(path, `http://127.0.0.1:${ports.mcp}`),
    key: auth ? '' : tandem.folder.secret('mcp-key'),
    services: () => services,
  };
}

export const ANN = 'key-of-ann-0001';
export const BEN = 'key-of-ben-0002';
/** Two users, so that one can try what is the other's. */
export const twoUsers: AuthConfig = {
  type: 'api_key',
  keys: [
    { key: ANN, user: { id: 'ann' } },
    { key: BEN, user: { id: 'ben' } },
  ],
};

/** What `book` has done: one line for each time it ran to its end. */
export function bookings(dir: string): string[] {
  const path = join(dir, 'bookings');
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
}

const DEADLINE_MS = 150_000;

/** Waits for something without an event, such as a file of another process. */
export async function eventually<T>(what: string, look: () => T | Promise<T>): Promise<NonNullable<T>> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > deadline) throw new Error(`waited ${DEADLINE_MS} ms in vain for ${what}`);
    await sleep(10);
  }
}

export function fileAppears(path: string): Promise<true> {
  return eventually(path, () => existsSync(path)) as Promise<true>;
}
