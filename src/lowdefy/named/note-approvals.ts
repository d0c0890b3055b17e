import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import { didYouMean } from '../../lib/nearest.ts';
import type { McpAppSettings } from '../app/app.ts';
import { readEndpoints } from '../app/endpoints.ts';
import { type BuildFiles, readJson } from '../build/read-build.ts';
import { type BuiltForm, readConnectionProperties, readForms } from './built-page.ts';
import { actionsIn, type BuiltAction, builtEvents, requestsOf } from './classify-events.ts';
import { effectsIn } from './endpoint-tools.ts';
import { effectOf } from './request-effect.ts';

type Confirm = boolean | string;

/** Events that nobody triggers. */
const LIFE = /^on(Init|Mount)(Async)?$/;

/** What a person must approve, as far as it depends on the build: whatever leads to a request or endpoint that needs it. */
export function noteApprovals(
  settings: McpAppSettings,
  files: BuildFiles,
  ofRequests: ReadonlyMap<string, Record<string, Confirm>>,
): void {
  const forms = readForms(files);
  for (const [pageId, requests] of ofRequests) {
    settings.pages[pageId] ??= { blocks: {} };
    settings.pages[pageId].requests = { ...requests, ...settings.pages[pageId].requests };
  }
  if (settings.confirm === 'writes') noteWrites(settings, forms, files);
  const endpoints = confirmedEndpoints(settings, files);
  for (const form of forms) guardBlocks(settings, form, endpoints);
  const guards = [
    ...Object.values(endpoints),
    ...Object.values(settings.tools).map(({ confirm }) => confirm),
    ...Object.values(settings.pages).flatMap(({ confirm, blocks, requests = {} }) => [
      confirm,
      ...Object.values(requests),
      ...Object.values(blocks).map((block) => block.confirm),
    ]),
  ];
  settings.needsApproval = guards.some(Boolean);
}

/** `confirm: writes`: every request and every endpoint that writes, or may. */
function noteWrites(settings: McpAppSettings, forms: readonly BuiltForm[], files: BuildFiles): void {
  const connections = readConnectionProperties(files);
  for (const { pageId, requests } of forms)
    for (const request of requests.values()) {
      if (effectOf(request, connections.get(request.connectionId)) === 'reads') continue;
      settings.pages[pageId] ??= { blocks: {} };
      const page = settings.pages[pageId];
      page.requests = { [request.requestId]: true, ...page.requests };
    }
  settings.confirmEndpoints = readEndpoints(files).flatMap(({ endpointId }) => {
    const built = readJson(files, `api/${endpointId}.json`);
    const effects = effectsIn(isRecord(built) ? built.routine : undefined, connections);
    return effects.every(({ effect }) => effect === 'reads') ? [] : [endpointId];
  });
}

function confirmedEndpoints(settings: McpAppSettings, files: BuildFiles): Record<string, Confirm> {
  const all = readEndpoints(files).flatMap(({ endpointId, mcp }): [string, Confirm][] => {
    const confirm = mcp?.confirm || settings.confirmEndpoints?.includes(endpointId);
    return confirm ? [[endpointId, confirm]] : [];
  });
  return Object.fromEntries(all);
}

/** Blocks whose events lead there need the approval, so that the person is asked before. */
function guardBlocks(
  settings: McpAppSettings,
  { pageId, blocks, requests }: BuiltForm,
  endpoints: Record<string, Confirm>,
): void {
  const page = settings.pages[pageId];
  const confirmed = page?.requests ?? {};
  const unknown = Object.keys(confirmed).find((id) => !requests.has(id));
  // A safety setting with a misspelled name would protect nothing.
  if (unknown !== undefined)
    throw new TandemError(
      'invalid_config',
      `mcp.pages.${pageId}.requests names the request "${unknown}", which does not exist.${didYouMean(unknown, requests.keys())}`,
    );
  for (const { block, around } of blocks) {
    // The page itself surrounds everything on it.
    if (around.length === 0) continue;
    const actions = builtEvents(block)
      .filter(([event]) => !LIFE.test(event))
      .flatMap(([, handler]) => actionsIn(handler));
    const confirm = confirmOf(actions);
    if (confirm === undefined) continue;
    settings.pages[pageId] ??= { blocks: {} };
    const guarded = settings.pages[pageId].blocks;
    const before = guarded[block.blockId];
    guarded[block.blockId] = { ...before, confirm: before?.confirm || confirm };
  }

  function confirmOf(actions: readonly BuiltAction[]): Confirm | undefined {
    const found = actions.flatMap(({ type, params }) => {
      if (type === 'Request')
        return requestsOf(params, requests).flatMap((one) => confirmed[one.requestId] ?? []);
      if (type !== 'CallAPI') return [];
      const { endpointId } = isRecord(params) ? params : {};
      return typeof endpointId === 'string' ? (endpoints[endpointId] ?? []) : Object.values(endpoints);
    });
    return found.find((one) => typeof one === 'string') ?? found[0];
  }
}
