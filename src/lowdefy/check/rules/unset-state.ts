import { nearest } from '../../../lib/nearest.ts';
import type { PageModel } from '../app-model.ts';
import { nodeAt, operatorOf, textOf } from '../config-node.ts';
import { actionsOn, readBy } from '../references.ts';
import type { Rule } from '../rule.ts';

export const unsetState: Rule = {
  code: 'unset-state',
  severity: 'hint',
  about:
    '`_state` reads a key that no block of the page has as its id and no SetState sets, so it is always null.',
  fix: 'Correct the key, or set it with a block or with SetState.',
  *check({ pages }) {
    for (const page of pages) {
      const keys = stateKeys(page);
      if (!keys) continue;
      for (const { name, at } of readBy(page.operators, '_state'))
        if (!keys.has(name))
          yield {
            at,
            message: `Nothing on the page "${page.id}" sets "${name}" in state.`,
            suggestion: nearest(name, keys),
          };
    }
  },
};

/** The first parts of everything that can be in the state of a page; undefined if some are computed. */
function stateKeys(page: PageModel): Set<string> | undefined {
  if (!page.blockIds) return undefined;
  const names = [...page.blockIds];
  for (const { node } of page.blocks) names.push(textOf(nodeAt(node, 'field')) ?? '');
  for (const { params } of actionsOn(page, 'SetState')) {
    if (params?.kind !== 'map' || operatorOf(params)) return undefined;
    names.push(...params.entries.keys());
  }
  return new Set(names.flatMap((name) => name.split(/[.[]/)[0] || []));
}
