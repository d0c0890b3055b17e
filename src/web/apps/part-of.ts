import type { ViewNode, ViewPart } from '../../view/view-node.ts';

type Kind = ViewPart['kind'];

/** The parts of one kind. */
export function partsOf<K extends Kind>(node: ViewNode, kind: K): Extract<ViewPart, { kind: K }>[] {
  return (node.parts ?? []).filter((part): part is Extract<ViewPart, { kind: K }> => part.kind === kind);
}

export function titleOf(node: ViewNode): string | undefined {
  return partsOf(node, 'title')[0]?.text;
}

/** The node without some of its fields, which are shown in another way. */
export function withoutFields(node: ViewNode, names: readonly string[]): ViewNode {
  const parts = (node.parts ?? []).filter((part) => part.kind !== 'field' || !names.includes(part.name));
  return { ...node, parts };
}

/** The value of a field by its name, such as "Current value". */
export function fieldOf(node: ViewNode, name: string): unknown {
  return partsOf(node, 'field').find((part) => part.name === name)?.value;
}
