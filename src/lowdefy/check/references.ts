import type { NamedUse, OperatorUse, PageModel } from './app-model.ts';
import type { Place } from './config-finding.ts';
import { type ConfigNode, type ConfigScalar, itemsIn, nodeAt, textOf } from './config-node.ts';

/** Literal texts: one, or those of a list. Computed ones are left out. */
export function literalsIn(node: ConfigNode | undefined): (ConfigScalar & { value: string })[] {
  const nodes = node?.kind === 'list' ? itemsIn(node) : node ? [node] : [];
  return nodes.filter(isText);
}

function isText(node: ConfigNode): node is ConfigScalar & { value: string } {
  return node.kind === 'scalar' && typeof node.value === 'string';
}

export interface ActionUse extends NamedUse {
  params: ConfigNode | undefined;
}

/** The actions on a page, of one type if it is named. */
export function* actionsOn(page: PageModel, type?: string): Iterable<ActionUse> {
  for (const { events } of page.blocks)
    for (const { actions } of events)
      for (const action of actions)
        if (type === undefined || action.type === type)
          yield { ...action, params: nodeAt(action.node, 'params') };
}

/** The ids of list items are positions: `items.0.name` is `items.$.name` in the configuration. */
export function hasBlock(ids: ReadonlySet<string>, id: string): boolean {
  return ids.has(id) || ids.has(id.replace(/\.\d+(?=\.)/g, '.$'));
}

/** What operators of these names read: the first part of each path, such as `order` of `_state: order.id`. */
export function* readBy(
  operators: Iterable<OperatorUse>,
  ...names: string[]
): Iterable<{ name: string; at: Place }> {
  for (const { name: operator, argument } of operators) {
    if (!names.includes(operator)) continue;
    const node = argument.kind === 'map' ? nodeAt(argument, 'key') : argument;
    const [name] = textOf(node)?.split(/[.[]/) ?? [];
    if (node && name) yield { name, at: node.at };
  }
}
