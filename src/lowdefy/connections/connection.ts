/** A connection type as `@lowdefy/api` uses it. */
export interface ConnectionType {
  schema: object;
  requests: Record<string, Resolver>;
  /** For connections to models and MCP servers: what the app's agents use. */
  create?(args: object): unknown;
}

export interface Resolver {
  (args: ResolverArgs): unknown;
  schema: object;
  meta: { checkRead?: boolean; checkWrite?: boolean };
  /** Ours only: why this call would write, or undefined if it only reads. */
  writes?(args: ResolverArgs): string | undefined;
}

export interface ResolverArgs {
  /** Evaluated properties. */
  connection: Record<string, unknown>;
  request: Record<string, unknown>;
  requestId?: string;
  pageId?: string;
  blockId?: string;
  payload?: unknown;
}

/** A resolver with another body; the properties that the API reads are kept. */
export function wrapResolver(resolver: Resolver, body: (args: ResolverArgs) => unknown): Resolver {
  return Object.assign(body, { schema: resolver.schema, meta: resolver.meta ?? {}, writes: resolver.writes });
}

export function mapResolvers(
  connections: Record<string, ConnectionType>,
  wrap: (resolver: Resolver, requestType: string) => Resolver,
): Record<string, ConnectionType> {
  return mapValues(connections, (connection) => ({
    ...connection,
    requests: mapValues(connection.requests, wrap),
  }));
}

function mapValues<A, B>(values: Record<string, A>, map: (value: A, key: string) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value, key)]));
}
