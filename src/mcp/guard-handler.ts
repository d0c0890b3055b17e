import { ProtocolError, type ServerContext } from '@modelcontextprotocol/server';
import { type McpConnection, principalOf } from './in-call-context.ts';
import type { McpServices } from './mcp-services.ts';
import { toProtocolError } from './to-protocol-error.ts';

/** The SDK would tell the client the message of whatever is thrown; what was not meant for it is shown as an id. */
export function guardHandler<Request, Result>(
  connection: McpConnection,
  services: McpServices,
  during: (request: Request) => string,
  handle: (request: Request, sdk: ServerContext) => Promise<Result> | Result,
): (request: Request, sdk: ServerContext) => Promise<Result> {
  return async (request, sdk) => {
    try {
      return await handle(request, sdk);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      const principal = principalOf(sdk, connection);
      throw toProtocolError(error, { principal, during: during(request) }, services);
    }
  };
}
