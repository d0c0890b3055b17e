import type { FactName, FactValue } from '../../protocol/view-fact.ts';
import type { ViewNode, ViewPart } from '../../view/view-node.ts';

type Kind = ViewPart['kind'];

/** The parts of one kind. */
export function partsOf<K extends Kind>(node: ViewNode, kind: K): Extract<ViewPart, { kind: K }>[] {
  return (node.parts ?? []).filter((part): part is Extract<ViewPart, { kind: K }> => part.kind === kind);
}

export function titleOf(node: ViewNode): string | undefined {
  return partsOf(node, 'title')[0]?.text;
}

/** The values of all facts of one name. */
export function factsOf<Name extends FactName>(node: ViewNode, name: Name): FactValue<Name>[] {
  return partsOf(node, 'fact').flatMap((part) => (part.fact === name ? [part.value as FactValue<Name>] : []));
}

export function factOf<Name extends FactName>(node: ViewNode, name: Name): FactValue<Name> | undefined {
  return factsOf(node, name)[0];
}
