import type { Place } from './config-finding.ts';
import { type ConfigNode, entryOf, everythingIn, nodeAt, textOf } from './config-node.ts';

/** A use of `_var` in a file. */
export interface VarUse {
  at: Place;
  /** The whole path; undefined if it is computed. */
  name: string | undefined;
  hasDefault: boolean;
}

/** The variables that a file uses, before anything in it is resolved. */
export function varsIn(node: ConfigNode): VarUse[] {
  const uses: VarUse[] = [];
  for (const inner of everythingIn(node)) {
    const use = entryOf(inner, '_var');
    if (!use) continue;
    uses.push({
      at: use.node.at,
      name: textOf(use.node) ?? textOf(nodeAt(use.node, 'key')),
      hasDefault: nodeAt(use.node, 'default') !== undefined,
    });
  }
  return uses;
}
