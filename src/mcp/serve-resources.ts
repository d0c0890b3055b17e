import {
  type ReadResourceResult,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
  UriTemplate,
} from '@modelcontextprotocol/server';
import type { Resource } from '../area/area.ts';
import type { Principal } from '../auth/principal.ts';
import { complete } from './complete.ts';
import { guardHandler } from './guard-handler.ts';
import { inCallContext, type McpConnection, principalOf } from './in-call-context.ts';
import type { McpServices } from './mcp-services.ts';
import { atHome, relay } from './relay.ts';
import { shortName } from './short-name.ts';

export function serveResources(server: Server, connection: McpConnection, services: McpServices): void {
  // Whether there are any is said once at the start; which ones is looked up each time, since they may change.
  if (!services.catalog.hasResources()) return;
  // Also where every request has a server of its own: a listen stream is narrowed to what is declared here.
  server.registerCapabilities({ resources: { listChanged: true, subscribe: true } });

  const list = async (sdk: ServerContext) => {
    await services.load();
    return services.catalog.resources(principalOf(sdk, connection));
  };
  server.setRequestHandler(
    'resources/list',
    guardHandler(
      connection,
      services,
      () => 'the list of resources',
      async (_, sdk) => ({
        resources: (await list(sdk)).flatMap((resource) =>
          resource.uri === undefined ? [] : [{ uri: resource.uri, ...metadata(resource) }],
        ),
      }),
    ),
  );
  server.setRequestHandler(
    'resources/templates/list',
    guardHandler(
      connection,
      services,
      () => 'the list of resource templates',
      async (_, sdk) => ({
        resourceTemplates: (await list(sdk)).flatMap(({ uriTemplate, ...resource }) =>
          uriTemplate === undefined ? [] : [{ uriTemplate, ...metadata(resource) }],
        ),
      }),
    ),
  );
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
    for (const resource of await services.catalog.resources(principal)) {
      const variables = match(resource, uri);
      if (!variables) continue;
      const asked = { method: 'resources/read', name: uri, params: { uri } } as const;
      return atHome(resource.home, services, {
        here: () => readHere(resource, { uri, variables }, sdk),
        there: async (to) => (await relay(to, asked, sdk, connection, services)) as ReadResourceResult,
      });
    }
    throw new ResourceNotFoundError(uri);
  }

  async function readHere(
    resource: Resource,
    { uri, variables }: { uri: string; variables: Record<string, string> },
    sdk: ServerContext,
  ): Promise<ReadResourceResult> {
    await services.start();
    const call = { name: `Resource ${uri}` };
    const contents = await inCallContext(sdk, call, connection, services, (ctx) =>
      resource.read(uri, variables, ctx),
    );
    const shown = principalOf(sdk, connection).local ? contents : services.places.data(contents);
    return { contents: shown as ReadResourceResult['contents'] };
  }
}

/** Completion of a template's variables. */
export async function completeResource(
  uriTemplate: string,
  argument: { name: string; value: string },
  principal: Principal,
  services: McpServices,
) {
  const all = await services.catalog.resources(principal);
  const known = all.find((candidate) => candidate.uriTemplate === uriTemplate)?.complete ?? {};
  const completer = Object.hasOwn(known, argument.name) ? known[argument.name] : undefined;
  if (completer) await services.start();
  return complete(completer, argument.value, {});
}

function match(resource: Resource, uri: string): Record<string, string> | undefined {
  if (resource.uri === uri) return {};
  if (resource.match) return resource.match(uri);
  const variables = resource.uriTemplate && new UriTemplate(resource.uriTemplate).match(uri);
  if (!variables) return undefined;
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, String(value)]));
}

function metadata({ name, title, description, mimeType }: Resource) {
  return { name, title, description, mimeType };
}
