import { isRecord } from '../../lib/is-record.ts';
import type { BuiltForm, BuiltRequest, PlacedBlock } from './built-page.ts';
import {
  actionsIn,
  builtEvents,
  type ClassifiedEvents,
  classifyEvents,
  type PageEvent,
  requestsOf,
} from './classify-events.ts';
import { dialogOf, START_EVENTS, toFormFields } from './form-fields.ts';
import type { Candidate, ToolSources } from './form-tools.ts';
import type { NamedTool } from './named-tool.ts';
import { effectOf } from './request-effect.ts';
import { readsOf } from './state-reads.ts';
import { withControls } from './tool-arguments.ts';
import { toToolName } from './tool-name.ts';

/** Blocks that show data by their nature; others may only show a word of it. */
const DATA_BLOCKS = /^(AgGrid(?!Input)|Table$|EChart$|Statistic$|Descriptions$|GoogleMaps(Heatmap)?$)/;
const ROWS = /^(AgGrid(?!Input)|Table$)/;
const MAX_DESCRIPTION = 300;
/** What a search may do besides its requests. */
const SEARCH_ACTIONS = new Set([
  'Request',
  'SetState',
  'Validate',
  'ResetValidation',
  'ScrollTo',
  'SetFocus',
]);

/** The query of a page that shows data: filters as arguments, what it shows as the result. */
export function toQueryTools(page: BuiltForm, sources: ToolSources): Candidate[] {
  const events = classifyEvents(page, sources.connections);
  const made = toQuery(page, searchOf(page, events), sources);
  if (!made) return [];
  // A form whose requests only bring its options has nothing to tell.
  const isMixed = events.submits.length > 0;
  return isMixed && !made.showsData ? [] : [made.candidate];
}

/** Undefined if the page reads nothing, or agents cannot see it. */
export function toQuery(
  page: BuiltForm,
  search: PageEvent | undefined,
  sources: ToolSources,
): { candidate: Candidate; showsData: boolean } | undefined {
  const { pageId, title } = page;
  const settings = sources.settings.pages[pageId];
  if (settings?.exclude || readingRequests(page, sources).length === 0) return undefined;
  const isMixed = classifyEvents(page, sources.connections).submits.length > 0;
  const shown = page.blocks.filter((placed) => showsData(placed, sources));
  const filters = toFormFields(
    page,
    undefined,
    { ...sources, settings },
    isMixed ? isFilterOf(page, sources) : () => true,
  );
  const pageName = settings?.toolName ?? pageId;
  const tool: NamedTool = {
    kind: 'query',
    // With a name of its own and no form, the page's name is the tool's.
    name: settings?.toolName !== undefined && !isMixed ? settings.toolName : toToolName('query', pageName),
    title,
    description:
      (isMixed ? undefined : settings?.description) ??
      describe(page, shown, (one) => isData(one, page, sources)),
    ...withControls(filters.schema.toJson(), page, ['offset', 'limit', 'fields']),
    outputSchema: DATA_SCHEMA,
    annotations: { readOnlyHint: true },
    auth: page.auth,
    pageId,
    ...(search && { submit: { blockId: search.blockId, event: search.event } }),
    fields: filters.fields,
    shows: shown.map(({ block }) => block.blockId),
  };
  const candidate = {
    tool,
    isNamed: settings?.enabled === true || (!isMixed && settings?.toolName !== undefined),
    isOff: settings?.enabled === false,
    from: `the data of page "${pageId}"`,
  };
  return { candidate, showsData: shown.some((placed) => isData(placed, page, sources)) };
}

/** As listed: every query has it, so it is as short as it can be. */
const DATA_SCHEMA = {
  type: 'object',
  properties: { ok: { type: 'boolean' }, data: { type: 'object' } },
  required: ['ok'],
};

/** A list of inputs is part of a form. */
function isData({ block }: PlacedBlock, { blocks }: BuiltForm, { blockMetas }: ToolSources): boolean {
  if (blockMetas[block.type]?.category !== 'list')
    return ROWS.test(block.type) || (DATA_BLOCKS.test(block.type) && readsRequest(block.properties));
  return !blocks.some(
    (one) =>
      one.around.some(({ blockId }) => blockId === block.blockId) &&
      /^input/.test(blockMetas[one.block.type]?.category ?? ''),
  );
}

/** A figure that is computed from inputs only repeats them. */
function readsRequest(properties: Record<string, unknown>): boolean {
  return /"_(request|api)\b/.test(JSON.stringify(properties));
}

/** The keys of the rows where the configuration lists them, and else the blocks. */
function describe(
  { title }: BuiltForm,
  shown: PlacedBlock[],
  isDatum: (placed: PlacedBlock) => boolean,
): string {
  const parts = shown.filter(isDatum).map(({ block }) => {
    const columns = Array.isArray(block.properties.columnDefs)
      ? block.properties.columnDefs.filter(isRecord)
      : [];
    const fields = columns.flatMap(({ field }) => (typeof field === 'string' ? field : []));
    return fields.length > 0 ? `${block.blockId} (${fields.join(', ')})` : block.blockId;
  });
  const text = `Returns the data of "${title}"${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`;
  return text.length > MAX_DESCRIPTION ? `${text.slice(0, MAX_DESCRIPTION)}…` : text;
}

/** Whether a block shows something that is computed; blocks in lists and dialogs belong to those. */
function showsData({ block, around }: PlacedBlock, sources: ToolSources): boolean {
  const category = sources.blockMetas[block.type]?.category;
  if (around.length === 0 || block.blockId.includes('.$') || dialogOf(around) !== undefined) return false;
  if ([...around, block].some(({ visible }) => visible === false)) return false;
  if (category === 'list') return true;
  if (category === 'input' || category === 'input-container') return /^AgGridInput/.test(block.type);
  return hasOperator(block.properties);
}

function hasOperator(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasOperator);
  if (!isRecord(value)) return false;
  return Object.entries(value).some(([key, inner]) => /^_[a-z]/.test(key) || hasOperator(inner));
}

/** On a page that also submits, filters are the inputs that something shown or loaded depends on. */
function isFilterOf(page: BuiltForm, sources: ToolSources): (path: string) => boolean {
  const reads = [
    ...page.blocks.flatMap(({ block }) => (DATA_BLOCKS.test(block.type) ? readsOf(block.properties) : [])),
    ...readingRequests(page, sources).flatMap(({ payload }) => readsOf(payload)),
  ];
  return (path) =>
    reads.some((key) => key === path || path.startsWith(`${key}.`) || key.startsWith(`${path}.`));
}

export function readingRequests({ requests }: BuiltForm, { connections }: ToolSources): BuiltRequest[] {
  return [...requests.values()].filter(
    (request) => effectOf(request, connections.get(request.connectionId)) === 'reads',
  );
}

/** The button that looks something up, unless it also moves on, as "Next page" does. */
export function searchOf(page: BuiltForm, { searches }: ClassifiedEvents): PageEvent | undefined {
  const started = new Set(page.blocks.flatMap(({ block }) => startRequests(block, page)));
  const usable = searches.filter(({ placed, event }) => {
    if (dialogOf(placed.around) !== undefined || event !== 'onClick') return false;
    const actions = actionsIn(placed.block.events && (placed.block.events as Record<string, unknown>)[event]);
    return actions.every(
      ({ type, params }) => SEARCH_ACTIONS.has(type) && !(type === 'SetState' && hasOperator(params)),
    );
  });
  // What does not load by itself needs the button most.
  return (
    usable.find((one) => !requestsIn(one.placed.block, page).every((id) => started.has(id))) ?? usable[0]
  );
}

/** The requests that a block runs by itself when its page opens. */
export function startRequests(block: PlacedBlock['block'], page: BuiltForm): string[] {
  return requestsIn(block, page, (event) => START_EVENTS.has(event));
}

function requestsIn(block: PlacedBlock['block'], page: BuiltForm, isMeant = (_: string) => true): string[] {
  return builtEvents(block)
    .filter(([event]) => isMeant(event))
    .flatMap(([, handler]) => actionsIn(handler))
    .filter(({ type }) => type === 'Request')
    .flatMap(({ params }) => requestsOf(params, page.requests).map(({ requestId }) => requestId));
}
