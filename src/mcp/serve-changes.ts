import type { Server } from '@modelcontextprotocol/server';
import type { McpConnection } from './in-call-context.ts';
import type { McpServices } from './mcp-services.ts';

/** Tell this connection's client what changes, for as long as it is open. */
export function serveChanges(
  server: Server,
  options: Pick<McpConnection, 'era' | 'principal'>,
  services: McpServices,
): void {
  /** Older clients subscribe by request; for newer ones the SDK's router knows who listens to what. */
  const subscribed = new Set<string>();
  const hears = (uri: string) => options.era === 'modern' || subscribed.has(uri);

  if (server.getCapabilities().resources) {
    server.setRequestHandler('resources/subscribe', (request) => {
      subscribed.add(request.params.uri);
      return {};
    });
    server.setRequestHandler('resources/unsubscribe', (request) => {
      subscribed.delete(request.params.uri);
      return {};
    });
  }

  const unsubscribe = services.hub.subscribe((change) => {
    if (change.kind === 'resource') {
      const foreign = change.userId !== undefined && change.userId !== options.principal?.userId;
      if (!foreign && hears(change.uri)) deliver(server.sendResourceUpdated({ uri: change.uri }));
    } else if (change.kind === 'tools') deliver(server.sendToolListChanged());
    else if (change.kind === 'prompts' && server.getCapabilities().prompts)
      deliver(server.sendPromptListChanged());
    else if (change.kind === 'resources' && server.getCapabilities().resources)
      deliver(server.sendResourceListChanged());
  });
  server.onclose = unsubscribe;

  function deliver(sending: Promise<void>): void {
    // A client that is not ready for notices, or gone, misses them; that is all.
    sending.catch((error: unknown) => services.log.debug('notice not delivered', String(error)));
  }
}
