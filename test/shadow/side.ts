import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { adapterFor } from '../../src/lowdefy/engine/adapter-for.ts';
import type { BlockTree } from '../../src/lowdefy/engine/engine-adapter.ts';
import type { EngineBlock, EngineContext, Lowdefy } from '../../src/lowdefy/engine/engine-types.ts';
import { METAS } from './random-page.ts';

export interface EnginePackages {
  getContext(options: object): EngineContext;
  helpers: {
    get(object: unknown, path: string | number, options: { default: unknown }): unknown;
    applyArrayIndices(indices: number[], path: string | number): string | number;
    serializer: { copy<T>(value: T): T; serializeToString(value: unknown): string | undefined };
  };
  operators: Record<string, unknown>;
  actions: Record<string, unknown>;
  /** Of the types that pages are made of. */
  metas: Record<string, object>;
}

/** The engine of our own Lowdefy, or of the packages in a folder. */
export async function loadEngine(folder?: string): Promise<EnginePackages> {
  const load = (name: string): Promise<Record<string, unknown>> =>
    import(folder === undefined ? name : pathToFileURL(join(folder, toPath(name))).href);
  const engine = await load('@lowdefy/engine');
  const operators = await Promise.all(
    ['js', 'nunjucks', 'mql', 'diff'].map((name) => load(`@lowdefy/operators-${name}/operators/client`)),
  );
  const all = Object.assign({}, ...operators);
  delete all.default;
  return {
    getContext: engine.default as EnginePackages['getContext'],
    helpers: (await load('@lowdefy/helpers')) as unknown as EnginePackages['helpers'],
    operators: { ...all, _plugin: countCalls() },
    actions: { ...(await load('@lowdefy/actions-core/actions')) },
    metas: METAS,
  };
}

/** An operator that nobody knows, with another result each time: how often it was called on a page. */
function countCalls() {
  const counts = new WeakMap<object, number>();
  return ({ state }: { state: object }) => {
    const count = (counts.get(state) ?? 0) + 1;
    counts.set(state, count);
    return count;
  };
}

/** A page in an engine of its own, with all that the engine reported. */
export interface Side {
  context: EngineContext;
  lowdefy: Lowdefy;
  /** Blocks that the engine wanted drawn, in order. */
  updates: string[];
  blocks(): EngineBlock[];
}

export async function openSide(
  packages: EnginePackages,
  operators: Record<string, unknown>,
  page: object,
): Promise<Side> {
  const updates: string[] = [];
  const lowdefy = toLowdefy(packages, operators, updates);
  const context = packages.getContext({ config: packages.helpers.serializer.copy(page), lowdefy, jsMap: {} });
  await context._internal.runOnInit(() => {});
  await context._internal.runOnInitAsync(() => {});
  return { context, lowdefy, updates, blocks: () => [...blocksIn(adapterFor(context).tree(context))] };
}

function* blocksIn({ block, areas, items }: BlockTree): Generator<EngineBlock> {
  yield block;
  for (const inside of [areas, ...items])
    for (const trees of Object.values(inside)) for (const tree of trees) yield* blocksIn(tree);
}

function toLowdefy(packages: EnginePackages, operators: Record<string, unknown>, updates: string[]): Lowdefy {
  let calls = 0;
  return {
    contexts: {},
    inputs: {},
    apiResponses: {},
    lowdefyGlobal: { g: 1, deep: { a: 1 } },
    menus: [{ menuId: 'default', links: [{ id: 'one' }] }],
    theme: {},
    home: { configured: false, pageId: null },
    user: { name: 'Ann', roles: ['a'] },
    basePath: '',
    pageId: 'shadow',
    _internal: {
      actions: packages.actions,
      operators,
      blockMetas: packages.metas,
      blockComponents: Object.fromEntries(
        Object.entries(packages.metas).map(([type, meta]) => [type, { meta }]),
      ),
      callRequest: async ({ requestId }: { requestId: string }) => {
        calls += 1;
        if (requestId === 'wrong') throw new Error('no such table');
        return { response: [{ word: `one ${calls}` }, { word: 'two' }] };
      },
      displayMessage: () => () => {},
      updateBlock: (id: string) => updates.push(id),
      handleError() {},
      logger: { error() {} },
      globals: {
        window: { innerWidth: 1920, innerHeight: 1080, location: toLocation('') },
        document: null,
        fetch: async () => ({}),
      },
    },
  } as Lowdefy;
}

export function toLocation(search: string): Record<string, string> {
  return {
    search,
    pathname: '/shadow',
    href: `http://localhost/shadow${search}`,
    origin: 'http://localhost',
  };
}

/** Where a package's export lies, without a resolver: all of Lowdefy's packages have the same layout. */
function toPath(name: string): string {
  const [scope, folder, ...rest] = name.split('/');
  const file = {
    '': 'index.js',
    'operators/client': 'operatorsClient.js',
    actions: 'actions.js',
  }[rest.join('/')];
  return join(scope as string, folder as string, 'dist', file as string);
}
