import { adapterFor } from './adapter-for.ts';
import type { BlockTree } from './engine-adapter.ts';
import type { EngineBlock, EngineContext } from './engine-types.ts';

interface Probe {
  context: EngineContext;
  page: BlockTree;
  box: BlockTree;
  input: EngineBlock;
  list: EngineBlock;
  /** The list's items, as they are now. */
  items(): BlockTree['items'];
}

/** Everything the bridge relies on, in the order it is checked. An expectation that throws counts as failed. */
const EXPECTED: Record<string, (probe: Probe) => unknown> = {
  'a context has its page id': ({ context }) => context.pageId === 'probe',
  'a context has "requests"': ({ context }) => isObject(context.requests),
  'a context has "eventLog", a list': ({ context }) => Array.isArray(context.eventLog),
  'a context has "_internal.update"': ({ context }) => isFunction(context._internal.update),
  'a context has "_internal.runOnInit"': ({ context }) => isFunction(context._internal.runOnInit),
  'a context has "_internal.runOnInitAsync"': ({ context }) => isFunction(context._internal.runOnInitAsync),
  'a context has "_internal.State.set"': ({ context }) => isFunction(context._internal.State.set),
  'a context has "_internal.State.del"': ({ context }) => isFunction(context._internal.State.del),
  'a context has "_internal.State.frozenState"': ({ context }) => 'frozenState' in context._internal.State,
  'a container has its blocks': ({ box }) => box.areas.content?.[0]?.block.blockId === 'field',
  'a block has "methods"': ({ box }) => isObject(box.block.methods),
  'a block has "registerMethod"': ({ box }) => isFunction(box.block.registerMethod),
  'a block has "visibleEval.output"': ({ box }) => box.block.visibleEval?.output === true,
  'a block has "eval.properties"': ({ box }) => box.block.eval?.properties?.title === 'Probe',
  'a block has "Events.events" with "actions", "history" and "loading"': ({ box }) => {
    const { onClick } = box.block.Events.events;
    return Array.isArray(onClick?.actions) && Array.isArray(onClick.history) && onClick.loading === false;
  },
  'an event without actions succeeds': async ({ box }) =>
    (await box.block.triggerEvent({ name: 'onNothing' })).success,
  'an event with actions succeeds': async ({ box }) =>
    (await box.block.triggerEvent({ name: 'onClick' })).success,
  'setValue of an input changes the state': ({ input, context }) => {
    input.setValue?.('probed');
    return context.state.field === 'probed';
  },
  'pushItem of a list adds an item': ({ list, items }) => {
    list.pushItem?.();
    return items()[0]?.content?.[0]?.block.blockId === 'rows.0.cell';
  },
  'unshiftItem of a list adds an item': ({ list, items }) => {
    list.unshiftItem?.();
    return items().length === 2;
  },
  'a list has "moveItemUp" and "moveItemDown"': ({ list }) =>
    isFunction(list.moveItemUp) && isFunction(list.moveItemDown),
  'removeItem of a list removes an item': ({ list, items }) => {
    list.removeItem?.(0);
    return items().length === 1;
  },
};

export interface CheckedEngine {
  generation: string;
  difference?: string;
  /** A page that the engine made. */
  sample: EngineContext;
}

/**
 * Tries a page of three blocks on an engine. Returns its generation, and the first thing that is not as the bridge
 * expects: better to know when an app is loaded than from a page that behaves wrong later. Throws if the engine
 * cannot be used.
 */
export async function checkEngine(engine: {
  getContext: unknown;
  operators: Record<string, unknown>;
}): Promise<CheckedEngine> {
  const getContext = engine.getContext as (options: object) => EngineContext;
  const context = getContext({ config: PAGE, lowdefy: toLowdefy(engine.operators), jsMap: {} });
  const adapter = adapterFor(context);
  const { generation } = adapter;
  const [box, list] = adapter.tree(context).areas.content ?? [];
  const input = box?.areas.content?.[0]?.block;
  const items = () => adapter.tree(context).areas.content?.[1]?.items ?? [];
  if (!box || !list || !input)
    return {
      generation,
      sample: context,
      difference: 'expected: a page has its blocks, and a container in it, too',
    };
  const probe = { context, page: adapter.tree(context), box, input, list: list.block, items };
  for (const [expected, holds] of Object.entries(EXPECTED)) {
    const isSo = await Promise.resolve(probe)
      .then(holds)
      .catch(() => false);
    if (!isSo) return { generation, sample: context, difference: `expected: ${expected}` };
  }
  return { generation, sample: context };
}

/** In the words of every generation: older ones use `areas`, newer ones `slots`. */
const PAGE = block('probe', 'Box', [
  block('box', 'Box', [block('field', 'Input')]),
  block('rows', 'List', [block('rows.$.cell', 'Input')]),
]);

function block(blockId: string, type: string, blocks?: object[]): object {
  const content = blocks && { content: { blocks } };
  return {
    id: blockId === 'probe' ? 'page:probe' : `block:probe:${blockId}:0`,
    blockId,
    pageId: 'probe',
    type,
    properties: { title: 'Probe' },
    events: { onClick: { try: [], catch: [] } },
    requests: [],
    ...(content && { areas: content, slots: content }),
  };
}

function toLowdefy(operators: Record<string, unknown>): object {
  const metas = {
    Box: { category: 'container' },
    Input: { category: 'input', valueType: 'string' },
    List: { category: 'list', valueType: 'array' },
  };
  return {
    contexts: {},
    inputs: {},
    apiResponses: {},
    lowdefyGlobal: {},
    menus: [],
    theme: {},
    home: {},
    user: null,
    basePath: '',
    pageId: 'probe',
    _internal: {
      actions: {},
      operators,
      blockMetas: metas,
      blockComponents: Object.fromEntries(Object.entries(metas).map(([type, meta]) => [type, { meta }])),
      globals: { window: {} },
      displayMessage: () => () => {},
      updateBlock() {},
      handleError() {},
      logger: { error() {} },
    },
  };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}
