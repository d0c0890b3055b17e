import type {
  AppModel,
  BlockUse,
  EventUse,
  NamedUse,
  OperatorUse,
  PageModel,
  RequestUse,
  Side,
} from './app-model.ts';
import type { BuiltIds } from './built-ids.ts';
import {
  type ConfigMap,
  type ConfigNode,
  childrenOf,
  entryOf,
  everythingIn,
  itemsIn,
  nodeAt,
  operatorOf,
  textOf,
} from './config-node.ts';

/** Everything in a block that is not an expression. */
const BLOCK_PARTS = new Set(['areas', 'blocks', 'events', 'requests', 'slots']);

/** The parts of a resolved configuration; `built` adds the ids that only the build knows. */
export function readModel(root: ConfigNode, built: BuiltIds | undefined): AppModel {
  const operators: OperatorUse[] = [];
  const pages = mapsIn(nodeAt(root, 'pages')).map((node) => readPage(node, built));
  const connections = mapsIn(nodeAt(root, 'connections')).map(toNamed);
  const endpoints = mapsIn(nodeAt(root, 'api')).map(toNamed);
  const steps = endpoints.flatMap(({ node }) =>
    [...everythingIn(nodeAt(node, 'routine'))]
      .filter(isMap)
      .filter((step) => step.entries.has('connectionId')),
  );
  if (root.kind === 'map')
    for (const [key, { node }] of root.entries) {
      if (key === 'pages') for (const page of pages) operators.push(...page.operators);
      else if (key !== 'mcp')
        operators.push(...operatorsIn(node, /^(connections|api)$/.test(key) ? 'server' : 'any'));
    }
  return {
    root,
    pages,
    connections,
    endpoints,
    steps: steps.map((node) => toRequest(node)),
    menuLinks: mapsIn(nodeAt(root, 'menus')).flatMap((menu) => [...linksIn(menu)]),
    operators,
    pageIds: idsOf('pages', pages, built && new Set(built.pages.keys())),
    connectionIds: idsOf('connections', connections, built?.connections),
    endpointIds: idsOf('api', endpoints, built?.endpoints),
  };

  function idsOf(key: string, uses: NamedUse[], more: Set<string> | undefined): Set<string> | undefined {
    const isOpen =
      !more &&
      (root.kind === 'open' || nodeAt(root, 'modules') !== undefined || isOpenList(nodeAt(root, key)));
    return isOpen || uses.some(({ id }) => id === undefined && !more)
      ? undefined
      : new Set([...idsIn(uses), ...(more ?? [])]);
  }
}

function readPage(node: ConfigMap, built: BuiltIds | undefined): PageModel {
  const blocks: BlockUse[] = [];
  const requests: RequestUse[] = [];
  const operators: OperatorUse[] = [];
  let isOpen = false;
  visit(node);
  const named = toNamed(node);
  const known = named.id === undefined ? undefined : built?.pages.get(named.id);
  const all = (uses: NamedUse[], more: Set<string> | undefined) =>
    !more && (isOpen || uses.some(({ id }) => id === undefined))
      ? undefined
      : new Set([...idsIn(uses), ...(more ?? [])]);
  return {
    ...named,
    blocks,
    requests,
    operators,
    blockIds: all(blocks, known?.blocks),
    requestIds: all(requests, known?.requests),
  };

  function visit(block: ConfigMap): void {
    for (const part of BLOCK_PARTS) if (isOpenList(nodeAt(block, part))) isOpen = true;
    const events = eventsOf(block);
    blocks.push({ ...toNamed(block), events });
    for (const [key, { node: value }] of block.entries)
      if (!BLOCK_PARTS.has(key)) operators.push(...operatorsIn(value, 'client'));
    for (const { actions } of events)
      for (const action of actions) operators.push(...operatorsIn(action.node, 'client'));
    for (const request of mapsIn(nodeAt(block, 'requests')).map(toRequest)) {
      requests.push(request);
      operators.push(...request.operators);
    }
    for (const child of mapsIn(nodeAt(block, 'blocks'))) visit(child);
    for (const areas of [nodeAt(block, 'areas'), nodeAt(block, 'slots')])
      for (const area of areas?.kind === 'map' ? childrenOf(areas) : []) {
        const inner = nodeAt(area, 'blocks');
        if (area.kind === 'open' || isOpenList(inner)) isOpen = true;
        if (area.kind === 'map')
          for (const [key, { node: value }] of area.entries)
            if (key !== 'blocks') operators.push(...operatorsIn(value, 'client'));
        for (const child of mapsIn(inner)) visit(child);
      }
  }
}

function eventsOf(block: ConfigMap): EventUse[] {
  const events = nodeAt(block, 'events');
  if (events?.kind !== 'map') return [];
  return [...events.entries].map(([name, { at, node }]) => {
    const lists = node.kind === 'list' ? [node] : [nodeAt(node, 'try'), nodeAt(node, 'catch')];
    return { name, at, actions: lists.flatMap(mapsIn).map(toNamed) };
  });
}

function toRequest(node: ConfigMap): RequestUse {
  const operators: OperatorUse[] = [];
  for (const [key, { node: value }] of node.entries)
    operators.push(...operatorsIn(value, key === 'properties' ? 'server' : 'client'));
  return { ...toNamed(node), operators };
}

function toNamed(node: ConfigMap): NamedUse {
  const id = entryOf(node, 'id')?.node;
  const type = entryOf(node, 'type')?.node;
  return { id: textOf(id), at: id?.at ?? node.at, type: textOf(type), typeAt: type?.at ?? node.at, node };
}

function* linksIn(menu: ConfigNode): Iterable<NamedUse> {
  for (const item of mapsIn(nodeAt(menu, 'links'))) {
    yield toNamed(item);
    yield* linksIn(item);
  }
}

function* operatorsIn(node: ConfigNode, side: Side): Iterable<OperatorUse> {
  for (const inner of everythingIn(node)) {
    const operator = operatorOf(inner);
    if (!operator || /^_+build\b/.test(operator.key)) continue;
    const [name = ''] = operator.key.replace(/^_+/, '_').split('.');
    yield { ...operator, name, side };
  }
}

/** Maps in a list; computed lists count for what they are computed from. */
function mapsIn(node: ConfigNode | undefined): ConfigMap[] {
  return itemsIn(node).filter(isMap);
}

function isMap(node: ConfigNode): node is ConfigMap {
  return node.kind === 'map';
}

function isOpenList(node: ConfigNode | undefined): boolean {
  return node?.kind === 'open' || itemsIn(node).some((item) => item.kind === 'open');
}

function idsIn(uses: readonly NamedUse[]): string[] {
  return uses.flatMap(({ id }) => id ?? []);
}
