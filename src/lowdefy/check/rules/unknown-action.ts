import { nearest } from '../../../lib/nearest.ts';
import { actionsOn, readBy } from '../references.ts';
import type { Rule } from '../rule.ts';

export const unknownAction: Rule = {
  code: 'unknown-action',
  severity: 'error',
  about: '`_actions` reads the response of an action that the page does not have.',
  fix: 'Correct the id: _actions takes the id of an earlier action of the same event.',
  *check({ pages }) {
    for (const page of pages) {
      if (!page.blockIds) continue;
      const ids = new Set([...actionsOn(page)].flatMap(({ id }) => id ?? []));
      for (const { name, at } of readBy(page.operators, '_actions'))
        if (!ids.has(name))
          yield {
            at,
            message: `The page "${page.id}" has no action "${name}".`,
            suggestion: nearest(name, ids),
          };
    }
  },
};
