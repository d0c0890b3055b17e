import { TandemError } from '../../errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { createAxiosConnection } from './axios-connection.ts';
import { type ConnectionType, mapResolvers, type Resolver, wrapResolver } from './connection.ts';
import { createScrub, sensitiveValues } from './create-scrub.ts';
import { createKnexConnection } from './knex-connection.ts';
import { toReadOnly } from './read-only.ts';
import { checkResponseSize } from './response-size.ts';

/** A type that an app uses, and its package. */
interface TypeUse {
  package: string;
  name: string;
  version: string | undefined;
}

export interface Connections {
  types: Record<string, ConnectionType>;
  /** Open database pools. */
  pools(): number;
  close(): Promise<void>;
}

/**
 * The connection types of an app: its own packages, with our Knex and AxiosHttp instead of the stock ones, which
 * leak.
 */
export async function loadConnections(options: {
  dir: string;
  connections: Record<string, TypeUse>;
  requests: Record<string, TypeUse>;
  /** What a package exports for a connection type, or why it cannot be used. */
  find(use: TypeUse): Promise<{ found?: unknown; why?: string }>;
  readOnly: boolean;
  maxResponseMb: number;
  /** Unknown types, and why they are unknown. */
  unknown?: Record<string, string>;
  log: Logger;
}): Promise<Connections> {
  const { dir, readOnly, log, find, maxResponseMb } = options;
  const knex = createKnexConnection({ dir, readOnly, log });
  const types: Record<string, ConnectionType> = {};
  for (const [type, use] of Object.entries(options.connections)) {
    const why = options.unknown?.[type];
    types[type] = why === undefined ? await connectionOf(use) : absent(use, why);
  }
  const scrubbed = mapResolvers(readOnly ? toReadOnly(types) : types, (resolver) =>
    guarded(resolver, maxResponseMb),
  );
  return { types: scrubbed, pools: knex.pools, close: knex.close };

  async function connectionOf(use: TypeUse): Promise<ConnectionType> {
    if (use.package === '@lowdefy/connection-knex') return knex.connection;
    if (use.package === '@lowdefy/connection-axios-http') return createAxiosConnection(maxResponseMb);
    const { found, why } = await find(use);
    // Pages cannot make requests on connections to models and MCP servers.
    if (why === undefined)
      return { requests: {}, ...(found as Partial<ConnectionType> & Pick<ConnectionType, 'schema'>) };
    log.warn(`Requests of the connection type ${use.name} will fail: ${why}`);
    return absent(use, why);
  }

  /** Stands in for a missing connection type: pages work, and its requests say what is missing. */
  function absent(use: TypeUse, message: string): ConnectionType {
    const fail: Resolver = Object.assign(
      () => {
        throw new TandemError('unavailable', message);
      },
      // Marked as reading: even in a read-only app, the message should be that it is missing.
      { schema: {}, meta: { checkRead: true, checkWrite: false } },
    );
    const own = Object.entries(options.requests).filter(([, request]) => request.package === use.package);
    return { schema: {}, requests: Object.fromEntries(own.map(([type]) => [type, fail])), create: fail };
  }
}

/**
 * No oversized response is returned, and no failure contains a secret: here the properties are evaluated, so they are
 * known.
 */
function guarded(resolver: Resolver, maxResponseMb: number): Resolver {
  return wrapResolver(resolver, async (args) => {
    try {
      const response = await resolver(args);
      checkResponseSize(response, maxResponseMb);
      return response;
    } catch (error) {
      const scrub = createScrub(sensitiveValues([args.connection, args.request]));
      throw new Error(scrub(describe(error)));
    }
  });
}

/** Some drivers put the message only into the parts of an AggregateError. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.message === '') return error.errors.map(describe).join('; ');
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name);
}
