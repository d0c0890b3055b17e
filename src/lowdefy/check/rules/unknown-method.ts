import { nearest } from '../../../lib/nearest.ts';
import { nodeAt, textOf } from '../config-node.ts';
import { actionsOn } from '../references.ts';
import type { Rule } from '../rule.ts';

/** Every block has them. */
const ALWAYS = ['setValue', 'triggerEvent', 'registerEvent', 'registerMethod'];

export const unknownMethod: Rule = {
  code: 'unknown-method',
  severity: 'error',
  about: 'A CallMethod action names a method that blocks of this type do not have.',
  fix: 'Correct the name of the method, or the block id.',
  *check({ pages, facts: { blockEvents } }) {
    for (const page of pages)
      for (const { params } of actionsOn(page, 'CallMethod')) {
        const blockId = textOf(nodeAt(params, 'blockId'));
        const method = nodeAt(params, 'method');
        const name = textOf(method);
        const types = page.blocks.filter(({ id }) => id === blockId).map(({ type }) => type ?? '');
        if (!method || name === undefined || types.length === 0 || ALWAYS.includes(name)) continue;
        const known = types.map((type) =>
          Object.hasOwn(blockEvents, type) ? blockEvents[type]?.methods : undefined,
        );
        if (known.some((methods) => methods === undefined || methods.includes(name))) continue;
        const methods = known.flatMap((one) => one ?? []);
        yield {
          at: method.at,
          message: `The block "${blockId}" is a ${types[0]}, which has no method "${name}".`,
          suggestion: nearest(name, methods),
        };
      }
  },
};
