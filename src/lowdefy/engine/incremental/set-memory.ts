import type { EngineBlock, EngineContext } from '../engine-types.ts';
import type { BlockMemory } from './block-memory.ts';

/** A set of blocks in Lowdefy 4.0 to 4.4. */
export interface BlockSet {
  context: EngineContext;
  arrayIndices: number[];
  subBlocks: Record<string, BlockSet[] | undefined>;
}

/** What is known about a set and the sets inside it. */
export interface SetMemory {
  set: BlockSet;
  blocks: readonly BlockMemory[];
}

type MemoryOfSet = (set: BlockSet) => SetMemory;
type HasInState = (field: string, value: unknown) => boolean;

/**
 * Whether the state has exactly what the visible blocks of a set would write to it, and nothing of the hidden ones: then
 * writing it again changes nothing. False whenever it is not certain.
 */
export function isSettled({ set, blocks }: SetMemory, memoryOf: MemoryOfSet, has: HasInState): boolean {
  const { state } = set.context;
  for (const { block, isInput, isLeaf } of blocks) {
    const isHidden = block.visibleEval?.output === false;
    if (isLeaf) {
      if (isHidden ? !isGone(block, state) : isInput && !has(block.blockId, block.value)) return false;
      continue;
    }
    const inside = set.subBlocks[block.id];
    if (isHidden) {
      if (block.meta.category === 'list' ? !isGone(block, state) : !areGone(inside, memoryOf)) return false;
    } else if (!inside?.length || !inside.every((one) => isSettled(memoryOf(one), memoryOf, has)))
      return false;
  }
  return true;
}

/** Whether nothing is left of the blocks of hidden sets. */
function areGone(sets: BlockSet[] | undefined, memoryOf: MemoryOfSet): boolean {
  return (sets ?? []).every((set) =>
    memoryOf(set).blocks.every(({ block }) =>
      block.meta.category === 'container'
        ? areGone(set.subBlocks[block.id], memoryOf)
        : isGone(block, set.context.state),
    ),
  );
}

/** With a path, an object that became empty goes as well. */
function isGone({ blockId }: EngineBlock, state: Record<string, unknown>): boolean {
  return !/[.\\]/.test(blockId) && !Object.hasOwn(state, blockId);
}
