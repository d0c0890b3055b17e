import { nearest } from '../../../lib/nearest.ts';
import type { PageModel } from '../app-model.ts';
import { type ConfigNode, nodeAt } from '../config-node.ts';
import { actionsOn, hasBlock, literalsIn } from '../references.ts';
import type { Rule } from '../rule.ts';

export const unknownBlock: Rule = {
  code: 'unknown-block',
  severity: 'error',
  about:
    'A CallMethod, Validate, ResetValidation, ScrollTo or SetFocus action names a block that its page does not have.',
  fix: 'Correct the block id, or add the block to this page.',
  *check({ pages }) {
    for (const page of pages) {
      const { blockIds, id } = page;
      if (!blockIds) continue;
      for (const { node, by } of namedBlocks(page))
        for (const { value, at } of literalsIn(node))
          if (!hasBlock(blockIds, value))
            yield {
              at,
              message: `${by} names the block "${value}", which the page "${id}" does not have.`,
              suggestion: nearest(value, blockIds),
            };
    }
  },
};

function* namedBlocks(page: PageModel): Iterable<{ node: ConfigNode | undefined; by: string }> {
  for (const type of ['CallMethod', 'ScrollTo', 'SetFocus'])
    for (const { params } of actionsOn(page, type)) {
      const isText = type === 'SetFocus' && params?.kind === 'scalar';
      yield { node: isText ? params : nodeAt(params, 'blockId'), by: `This ${type}` };
    }
  for (const type of ['Validate', 'ResetValidation'])
    for (const { params } of actionsOn(page, type)) yield { node: params, by: `This ${type}` };
}
