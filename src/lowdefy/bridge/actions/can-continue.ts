import type { EngineBlock } from '../../engine/engine-types.ts';
import type { AppSession } from '../app-session.ts';
import { checkUsable, eachBlock, isHidden } from '../locate-block.ts';
import { checkedBlock } from './reach-block.ts';

/**
 * Whether a person can take the next step with a block after the last one. Refuses a step that the app has made
 * impossible since. Leaving a field is not refused: it just does not happen if the field is gone.
 */
export function canContinue(
  session: AppSession,
  block: EngineBlock,
  { isLeaving = false, isInPopup = false },
): boolean {
  if (isLeaving) return isDrawn(session, block);
  const isOnTop = isInPopup && isDrawn(session, block);
  checkUsable(isOnTop ? block : checkedBlock(session, block.blockId).tree.block);
  return true;
}

function isDrawn(session: AppSession, block: EngineBlock): boolean {
  for (const { tree, path } of eachBlock(session.tree()))
    if (tree.block === block) return ![...path.map((step) => step.tree.block), block].some(isHidden);
  return false;
}
