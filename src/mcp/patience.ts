import type { ServerContext } from '@modelcontextprotocol/server';

/** Clients give up on a request after a minute, unless they hear something of it. */
const PATIENCE_MS = 50_000;
const LONG_PATIENCE_MS = 24 * 60 * 60_000;

/** How long the client of a request that began then still waits for it. */
export function msLeftOf({ mcpReq }: ServerContext, startedAt: number): number {
  const patience = mcpReq._meta?.progressToken === undefined ? PATIENCE_MS : LONG_PATIENCE_MS;
  return Math.max(0, patience - (performance.now() - startedAt));
}
