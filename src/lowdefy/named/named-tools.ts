import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { Logger } from '../../lib/logger.ts';
import { didYouMean } from '../../lib/nearest.ts';
import type { BlockMeta, McpAppSettings, NamedToolSettings } from '../app/app.ts';
import type { AppEndpoint } from '../app/endpoints.ts';
import { STOCK_TOOLS } from '../app/mcp-schema.ts';
import type { BuildFiles } from '../build/read-build.ts';
import { type BuiltForm, findPage, readConnectionProperties, readForms } from './built-page.ts';
import { classifyEvents } from './classify-events.ts';
import { toEndpointTools } from './endpoint-tools.ts';
import { type Candidate, type ToolSources, toForm, toFormTools } from './form-tools.ts';
import type { McpSchema } from './json-schema.ts';
import type { NamedTool } from './named-tool.ts';
import { toOptionsTool } from './options-tool.ts';
import { searchOf, toQuery, toQueryTools } from './query-tools.ts';

export interface NamedToolsOptions {
  files: BuildFiles;
  endpoints: readonly AppEndpoint[];
  settings: McpAppSettings;
  blockMetas: Record<string, BlockMeta>;
  mcpSchemas: Record<string, McpSchema>;
  log: Logger;
}

/** Whether any setting offers tools of the app; by default there are none. */
export function offersTools(
  { expose, tools, pages }: McpAppSettings,
  endpoints: readonly AppEndpoint[],
): boolean {
  const isNamed = (one: { toolName?: string | undefined; enabled?: boolean | undefined }) =>
    one.toolName !== undefined || one.enabled === true;
  return (
    typeof expose === 'string' ||
    expose.length > 0 ||
    Object.keys(tools).length > 0 ||
    endpoints.some(({ mcp }) => mcp && (isNamed(mcp) || mcp.inputSchema)) ||
    Object.values(pages).some((page) => isNamed(page) || Object.values(page.blocks).some(isNamed))
  );
}

/** The tools that the app's settings offer; throws what is wrong with the settings. */
export function toNamedTools({ files, endpoints, log, ...rest }: NamedToolsOptions): NamedTool[] {
  const { settings } = rest;
  const pages = readForms(files);
  const warn = (why: string) => log.warn(why);
  const sources: ToolSources = { ...rest, connections: readConnectionProperties(files), warn };
  const made = [
    ...pages.flatMap((page) => [...toFormTools(page, sources), ...toQueryTools(page, sources)]),
    ...toEndpointTools(files, endpoints, sources),
  ];
  const byHand = Object.entries(settings.tools).flatMap(([name, tool]) =>
    tool.page === undefined ? [] : [definedByHand(name, tool, pages, sources)],
  );
  const isReplaced = ({ tool }: Candidate) =>
    byHand.some(
      ({ tool: own }) =>
        own.kind === tool.kind && own.pageId === tool.pageId && own.submit?.blockId === tool.submit?.blockId,
    );
  const candidates = [...byHand, ...made.filter((one) => !isReplaced(one))];
  checkNames(candidates, settings);
  for (const why of unusedNames(candidates, settings)) warn(why);
  const chosen = candidates.filter((one) => isChosen(one, settings)).flatMap(withOptions);
  checkClashes(chosen);
  return chosen.map(({ tool }) => withSettings(tool, settings.tools[tool.name]));
}

/** A form or query, followed by the tool that lists its options. */
function withOptions(one: Candidate): Candidate[] {
  const options = toOptionsTool({ ...one.tool, controls: addressOf(one.tool) });
  return options ? [one, { ...one, tool: options, from: `the options of ${one.from}` }] : [one];
}

function addressOf({ controls: { sessionId, urlQuery, input } }: NamedTool): NamedTool['controls'] {
  return {
    ...(sessionId !== undefined && { sessionId }),
    ...(urlQuery !== undefined && { urlQuery }),
    ...(input !== undefined && { input }),
  };
}

function isChosen({ tool, isNamed, isOff }: Candidate, { expose, tools, readOnly }: McpAppSettings): boolean {
  const own = tools[tool.name];
  if (isOff || own?.enabled === false) return false;
  // Submitting would be refused.
  if (readOnly && tool.kind === 'form') return false;
  if (isNamed || own) return true;
  if (expose === 'forms') return tool.kind === 'form';
  return expose === 'all' || expose.includes(tool.name);
}

function definedByHand(
  name: string,
  { page: pageId = '', submit: blockId }: NamedToolSettings,
  pages: BuiltForm[],
  sources: ToolSources,
): Candidate {
  const wrong = (message: string) => new TandemError('invalid_config', `mcp.tools.${name}: ${message}`);
  const page = findPage(pages, pageId, wrong);
  const events = classifyEvents(page, sources.connections);
  const submits = [...events.submits, ...events.searches];
  const submit = blockId === undefined ? events.submits[0] : submits.find((one) => one.blockId === blockId);
  const isQuery = submit ? events.searches.includes(submit) : blockId === undefined;
  const query = isQuery ? toQuery(page, submit ?? searchOf(page, events), sources)?.candidate : undefined;
  if (query) return { ...query, tool: { ...query.tool, name }, isNamed: true };
  const ids = submits.map((one) => one.blockId);
  if (!submit || (blockId === undefined && events.submits.length > 1))
    throw wrong(
      blockId === undefined
        ? `page "${pageId}" has ${events.submits.length} events that submit. Name the block with submit.${didYouMean('', ids)}`
        : `block "${blockId}" of page "${pageId}" submits nothing.${didYouMean(blockId, ids)}`,
    );
  const made = toForm(page, submit, events, sources);
  if (!made) throw wrong(`"${submit.blockId}" of page "${pageId}" is hidden from agents.`);
  return { ...made, tool: { ...made.tool, name }, isNamed: true };
}

/** A misspelled name would offer nothing, or turn off nothing. */
function checkNames(candidates: readonly Candidate[], { expose, tools }: McpAppSettings): void {
  const names = candidates.map(({ tool }) => tool.name);
  const wanted = [
    ...(typeof expose === 'string' ? [] : expose.map((name) => ['mcp.expose', name])),
    ...Object.keys(tools).map((name) => ['mcp.tools', name]),
  ];
  for (const [key, name = ''] of wanted) {
    if (names.includes(name)) continue;
    const isStock = STOCK_TOOLS.includes(name);
    const known = key === 'mcp.tools' ? [...names, ...STOCK_TOOLS] : names;
    const why = isStock ? 'is always offered' : 'is not a tool of this app';
    throw new TandemError(
      'invalid_config',
      `${key}: "${name}" ${why}.${isStock ? '' : didYouMean(name, known)}`,
    );
  }
}

/** Settings of pages and blocks that name a tool where there is none. */
function unusedNames(candidates: readonly Candidate[], { pages }: McpAppSettings): string[] {
  return Object.entries(pages).flatMap(([pageId, page]) => {
    const made = candidates.filter(({ tool }) => tool.pageId === pageId);
    const unused = Object.entries(page.blocks).filter(
      ([blockId, { toolName }]) =>
        toolName !== undefined && !made.some(({ tool }) => tool.submit?.blockId === blockId),
    );
    return [
      ...(page.toolName !== undefined && made.length === 0 ? [`page "${pageId}"`] : []),
      ...unused.map(([blockId]) => `block "${blockId}" of page "${pageId}"`),
    ].map((place) => `mcp.toolName of ${place} has no effect: no tool can be made of it.`);
  });
}

function checkClashes(chosen: readonly Candidate[]): void {
  const seen = new Map<string, string>();
  for (const { tool, from } of chosen) {
    const other =
      seen.get(tool.name) ?? (STOCK_TOOLS.includes(tool.name) ? 'a tool of every app' : undefined);
    if (other !== undefined)
      throw new TandemError(
        'invalid_config',
        `Two tools have the name "${tool.name}": ${other} and ${from}. Give one another name with mcp.toolName.`,
      );
    seen.set(tool.name, from);
  }
}

function withSettings(tool: NamedTool, settings: NamedToolSettings | undefined): NamedTool {
  const description = settings?.description ?? tool.description;
  const confirm = settings?.confirm || tool.confirm;
  if (!confirm || tool.kind === 'options') return { ...tool, description };
  const properties = isRecord(tool.inputSchema.properties) ? tool.inputSchema.properties : {};
  const key = Object.hasOwn(properties, 'reason') ? '_reason' : 'reason';
  return {
    ...tool,
    description: `${description} A person must approve it.`,
    confirm,
    // For the person who is asked.
    inputSchema: { ...tool.inputSchema, properties: { ...properties, [key]: { type: 'string' } } },
    controls: { ...tool.controls, reason: key },
  };
}
