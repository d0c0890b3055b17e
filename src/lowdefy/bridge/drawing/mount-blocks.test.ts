import { expect, test } from 'vitest';
import type { BlockTree } from '../../engine/engine-adapter.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { newPageUi } from '../saved/visit.ts';
import { drawBlocks } from './mount-blocks.ts';

function tree(blockId: string, children: BlockTree[] = []): BlockTree {
  const block = {
    id: blockId,
    blockId,
    type: 'Box',
    visibleEval: { output: true },
  } as unknown as EngineBlock;
  return { block, areas: children.length > 0 ? { content: children } : {}, items: [] };
}

test('blocks that share an id mount once each', () => {
  const page = tree('page', [tree('same'), tree('same')]);
  const ui = newPageUi();
  const entering = () => drawBlocks(page, ui).filter(({ enters }) => enters).length;
  expect([entering(), entering(), entering()]).toEqual([3, 0, 0]);
});

test('a block that replaces another one with the same id mounts', () => {
  const ui = newPageUi();
  drawBlocks(tree('page', [tree('item')]), ui);
  const drawn = drawBlocks(tree('page', [tree('item')]), ui);
  expect(drawn.filter(({ enters }) => enters).map(({ block }) => block.blockId)).toContain('item');
});
