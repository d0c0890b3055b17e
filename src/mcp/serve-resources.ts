import {
  type ReadResourceResult,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
  UriTemplate,
} from '@modelcontextprotocol/server';
import type { Resource } from '../area/area.ts';
import { complete } from './complete.ts';
import { guardHandler } from './guard-handler.ts';
import { inCallContext, type McpConnection, principalOf } from './in-call-context.ts';
import type { McpServices } from './mcp-services.ts';
import { shortName } from './short-name.ts';

export function serveResources(server: Server, connection: McpConnection, services: McpServices): void {
  // Whether there are any is said once at the start; which ones is looked up each time, since they may change.
  const { resources } = services.catalog;
  if (resources().length === 0) return;
  // Also where every request has a server of its own: a listen stream is narrowed to what is declared here.
  server.registerCapabilities({ resources: { listChanged: true, subscribe: true } });

  server.setRequestHandler('resources/list', () => ({
    resources: resources().flatMap((resource) =>
      resource.uri === undefined ? [] : [{ uri: resource.uri, ...metadata(resource) }],
    ),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: resources().flatMap((resource) =>
      resource.uriTemplate === undefined
        ? []
        : [{ uriTemplate: resource.uriTemplate, ...metadata(resource) }],
    ),
  }));
  server.setRequestHandler(
    'resources/read',
    guardHandler(
      connection,
      services,
      ({ params }) => `resource ${shortName(params.uri)}`,
      (request, sdk) => read(request.params.uri, sdk),
    ),
  );

  async function read(uri: string, sdk: ServerContext): Promise<ReadResourceResult> {
    const principal = principalOf(sdk, connection);
    for (const resource of resources()) {
      const variables = match(resource, uri);
      if (!variables) continue;
      await services.start();
      const call = { name: `Resource ${uri}` };
      const contents = await inCallContext(sdk, call, connection, services, (ctx) =>
        resource.read(uri, variables, ctx),
      );
      const shown = principal.local ? contents : services.places.data(contents);
      return { contents: shown as ReadResourceResult['contents'] };
    }
    throw new ResourceNotFoundError(uri);
  }
}

/** Completion of a template's variables. */
export function completeResource(
  uriTemplate: string,
  argument: { name: string; value: string },
  services: McpServices,
) {
  const resource = services.catalog.resources().find((candidate) => candidate.uriTemplate === uriTemplate);
  return complete(resource?.complete?.[argument.name], argument.value, {});
}

function match(resource: Resource, uri: string): Record<string, string> | undefined {
  if (resource.uri !== undefined) return resource.uri === uri ? {} : undefined;
  const variables = resource.uriTemplate && new UriTemplate(resource.uriTemplate).match(uri);
  if (!variables) return undefined;
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]));
}

function metadata({ name, title, description, mimeType }: Resource) {
  return { name, title, description, mimeType };
}
