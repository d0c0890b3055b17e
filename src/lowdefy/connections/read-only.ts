import { TandemError } from '../../errors.ts';
import {
  type ConnectionType,
  mapResolvers,
  type Resolver,
  type ResolverArgs,
  wrapResolver,
} from './connection.ts';

const HOW_TO_CHANGE =
  'To let agents write, remove "readOnly: true" under mcp: in lowdefy.yaml or tandem.yaml.';

/** The same connections, refusing every request that writes or is not known to only read. */
export function toReadOnly(connections: Record<string, ConnectionType>): Record<string, ConnectionType> {
  return mapResolvers(connections, (resolver, requestType) =>
    wrapResolver(resolver, (args) => {
      const reason = whyRefused(resolver, requestType, args);
      if (reason !== undefined) throw readOnlyError(reason);
      // Some resolvers check it themselves, such as an aggregation with $out.
      const isMarked = resolver.meta.checkRead;
      return resolver(isMarked ? { ...args, connection: { ...args.connection, write: false } } : args);
    }),
  );
}

export function readOnlyError(reason: string): TandemError {
  return new TandemError('forbidden', `This app is read-only for agents, and ${reason}. ${HOW_TO_CHANGE}`);
}

function whyRefused(resolver: Resolver, requestType: string, args: ResolverArgs): string | undefined {
  if (resolver.writes) return resolver.writes(args);
  if (requestType === 'AxiosHttp') {
    const method = String(args.request.method ?? args.connection.method ?? 'get').toUpperCase();
    if (method === 'GET' || method === 'HEAD') return undefined;
    return `the request sends ${method}; only GET and HEAD are allowed`;
  }
  if (resolver.meta.checkWrite) return `requests of the type ${requestType} write`;
  // Sending mail and running arbitrary commands have neither mark.
  if (!resolver.meta.checkRead)
    return `Tandem cannot tell whether requests of the type ${requestType} only read`;
  return undefined;
}
