import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import { didYouMean } from '../../lib/nearest.ts';
import type { McpAppSettings } from '../app/app.ts';
import { type ResourceSettings, toMilliseconds } from '../app/mcp-resource-schema.ts';
import { type BuildFiles, readJson } from '../build/read-build.ts';
import { type BuiltForm, findPage, readConnectionProperties, readForms } from './built-page.ts';
import { classifyEvents } from './classify-events.ts';
import { effectsIn } from './endpoint-tools.ts';
import type { ToolSources } from './form-tools.ts';
import type { AppWrites, NamedResource, ResourceParameter } from './named-resource.ts';
import type { NamedTool } from './named-tool.ts';
import { readingRequests, searchOf, startRequests, toQuery } from './query-tools.ts';
import { effectOf } from './request-effect.ts';
import { readsOf } from './state-reads.ts';

type Sources = Pick<ToolSources, 'blockMetas' | 'mcpSchemas' | 'warn'> & {
  files: BuildFiles;
  settings: McpAppSettings;
  /** Those of the app; each query is a resource, too. */
  tools: readonly NamedTool[];
};

/** What agents can read by its address: the queries of the app, and what `mcp.resources` names. */
export function toNamedResources({ files, tools, ...rest }: Sources): NamedResource[] {
  const pages = readForms(files);
  const sources: ToolSources = { ...rest, connections: readConnectionProperties(files) };
  const queries = tools.flatMap((query) => {
    const page = pages.find(({ pageId }) => query.kind === 'query' && pageId === query.pageId);
    return page ? [toResource(query.name, page, query, sources)] : [];
  });
  const own = Object.entries(rest.settings.resources).map(([name, settings]) =>
    ownResource(name, settings, pages, sources),
  );
  return [
    ...own,
    ...queries.filter((query) => !own.some((one) => one.name === query.name && one.pageId === query.pageId)),
  ];
}

function ownResource(
  name: string,
  { page: pageId, requests, description, refresh }: ResourceSettings,
  pages: BuiltForm[],
  sources: ToolSources,
): NamedResource {
  const wrong = (why: string) => new TandemError('invalid_config', `mcp.resources.${name}: ${why}`);
  const page = findPage(pages, pageId, wrong);
  const reading = readingRequests(page, sources).map(({ requestId }) => requestId);
  const started = new Set(page.blocks.flatMap(({ block }) => startRequests(block, page)));
  const search = searchOf(page, classifyEvents(page, sources.connections));
  for (const id of requests ?? []) {
    if (!page.requests.has(id))
      throw wrong(`page "${pageId}" has no request "${id}".${didYouMean(id, reading)}`);
    if (!reading.includes(id)) throw wrong(`request "${id}" may change data, so it cannot be a resource.`);
    if (!started.has(id) && !search) throw wrong(`request "${id}" does not run when page "${pageId}" opens.`);
  }
  const query = toQuery(page, search, sources)?.candidate.tool;
  if (!query) throw wrong(`page "${pageId}" has no requests that only read, or is excluded.`);
  return {
    ...toResource(name, page, query, sources),
    ...(description !== undefined && { description }),
    ...(requests && { requests }),
    ...(refresh !== undefined && { refreshMs: toMilliseconds(refresh) }),
  };
}

function toResource(name: string, page: BuiltForm, query: NamedTool, sources: ToolSources): NamedResource {
  const { pageId, title } = page;
  return {
    name,
    pageId,
    description: `The data of "${title}"`,
    query,
    parameters: parametersOf(page, query),
    connections: [...new Set(readingRequests(page, sources).map(({ connectionId }) => connectionId))],
  };
}

/** Names that a URI template can have. */
const NAME = /^[A-Za-z0-9_]+(\.[A-Za-z0-9_]+)*$/;

/** What the page reads of its address, and its filters. */
function parametersOf({ blocks, requests }: BuiltForm, { fields }: NamedTool): ResourceParameter[] {
  const read = [blocks[0]?.block, [...requests.values()].map(({ payload }) => payload)];
  const all: ResourceParameter[] = [
    ...readsOf(read, '_url_query').map((name) => ({ name, from: 'urlQuery' as const })),
    ...readsOf(read, '_input').map((name) => ({ name, from: 'input' as const })),
    ...fields.map(({ path }) => ({ name: path, from: 'filter' as const })),
  ];
  return all.filter(
    ({ name }, index) => NAME.test(name) && all.findIndex((other) => other.name === name) === index,
  );
}

/** What writes to the connections of resources. */
export function toWrites(files: BuildFiles, resources: readonly NamedResource[]): AppWrites {
  const watched = new Set(resources.flatMap(({ connections }) => connections));
  const connections = readConnectionProperties(files);
  const writing = readForms(files).flatMap(({ pageId, requests }) =>
    [...requests.values()]
      .filter((request) => watched.has(request.connectionId))
      .filter((request) => effectOf(request, connections.get(request.connectionId)) !== 'reads')
      .map(({ requestId, connectionId }) => [`${pageId}/${requestId}`, connectionId] as const),
  );
  const endpoints = [...files.keys()].flatMap((path) => {
    const endpoint = path.startsWith('api/') ? readJson(files, path) : undefined;
    if (!isRecord(endpoint)) return [];
    const written = effectsIn(endpoint.routine, connections)
      .filter(({ effect }) => effect !== 'reads')
      // Another endpoint may write anywhere.
      .flatMap(({ connectionId }) => connectionId ?? [...watched]);
    return [[String(endpoint.endpointId), [...new Set(written)].filter((id) => watched.has(id))] as const];
  });
  return {
    requests: Object.fromEntries(writing),
    endpoints: Object.fromEntries(endpoints.filter(([, ids]) => ids.length > 0)),
  };
}
