import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Area } from '../../src/area/area.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { configSchema } from '../../src/server/config-schema.ts';
import { createTandem } from '../../src/server/tandem.ts';

export interface Stack {
  dir: string;
  /** `http://127.0.0.1:…` of the MCP port. */
  origin: string;
  /** What clients show where nothing else is configured. */
  key(): string;
  close(): Promise<void>;
}

/** The whole program in this process, over HTTP on loopback, in its own folder. */
export async function startStack(options: {
  areas?: readonly Area[];
  config?: (origin: string) => z.input<typeof configSchema>;
}): Promise<Stack> {
  const dir = await mkdtemp(join(tmpdir(), 'tandem-conformance-'));
  // The port must be known before the start: the configuration names origins, and an origin has a port.
  const mcpPort = await findFreePort();
  const origin = `http://127.0.0.1:${mcpPort}`;
  const config = configSchema.parse({ areas: ['lowdefy'], ...options.config?.(origin) });
  const tandem = await createTandem({
    dir,
    config,
    env: {},
    log: createLogger('warn'),
    areas: options.areas,
  });
  await tandem.listen({ host: '127.0.0.1', uiPort: 0, mcpPort });
  return {
    dir,
    origin,
    key: () => tandem.folder.secret('mcp-key'),
    async close() {
      await tandem.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
