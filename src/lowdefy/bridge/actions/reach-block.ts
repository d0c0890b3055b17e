import { TandemError } from '../../../errors.ts';
import type { BlockTree } from '../../engine/engine-adapter.ts';
import type { Triggered } from '../../engine/engine-types.ts';
import type { AppSession } from '../app-session.ts';
import { needsApproval } from '../approval/needs-approval.ts';
import { checkEnabled } from '../components/config-provider.ts';
import { toGesture } from '../components/gestures.ts';
import { turnPopover } from '../components/popover.ts';
import { isFailure, toMessage } from '../event-failure.ts';
import { checkReachable, closedPanels, findBlock, type Located } from '../locate-block.ts';
import { isAreaShown } from '../shown-areas.ts';
import { isExcluded, settingsFor } from '../to-snapshot.ts';
import { activeOf, type UiState } from '../ui-state.ts';
import { checkUncovered } from './covers.ts';

/** The block, if a person could use it now; tabs on the way are opened first. */
export async function reachBlock(session: AppSession, blockId: string): Promise<Located> {
  const { ui } = session.page;
  const { visit } = session;
  const located = checkedBlock(session, blockId);
  const closed = closedPanels(located, ui);
  for (const { tree, key } of closed) {
    const { block } = tree;
    const result = await toOpening(tree, key, ui)();
    if (!isAreaShown(tree, key, ui))
      throw new TandemError(
        'forbidden',
        `"${key}" of "${block.blockId}" is not open, and the app decides which one is.`,
      );
    session.recorder.warn(`Opened "${key}" of "${block.blockId}" first.`);
    if (isFailure(result)) session.recorder.warn(`Its event failed: ${toMessage(result.error)}`);
    // What the tab loads when it opens comes before the action in it.
    session.recorder.follow(await session.settle());
    if (session.visit !== visit)
      throw new TandemError(
        'unavailable',
        `Opening "${key}" of "${block.blockId}" led to page "${session.visit.pageId}".`,
      );
  }
  if (closed.length === 0) return located;
  return checkedBlock(session, blockId);
}

function toOpening(tree: BlockTree, key: string, ui: UiState): () => Triggered {
  const { block } = tree;
  if (block.type === 'Popover') return () => turnPopover(block, ui);
  const activeKey = block.type === 'Tabs' ? [key] : [...activeOf(tree, ui), key];
  return toGesture(tree, 'onChange', { activeKey }, ui);
}

/** The block, if a person could get to it, through tabs or not, and no approval is needed. */
export function checkedBlock(session: AppSession, blockId: string): Located {
  const located = find(session, blockId);
  checkApproval(session, located);
  checkReachable(located, session.page.ui);
  checkUncovered(session.tree(), located, session.page.ui);
  checkEnabled(located);
  return located;
}

function find(session: AppSession, blockId: string): Located {
  const { settings, visit, isPerson } = session;
  return findBlock(session.tree(), blockId, {
    pageId: visit.pageId,
    isForAgents: (block) => isPerson || !isExcluded(block.blockId, settings),
  });
}

/** A page, a container or the block itself may need a person's approval. */
function checkApproval(session: AppSession, { tree, path }: Located): void {
  if (session.isPerson || session.isApproved) return;
  const guard = guardOf(session, { tree, path });
  if (guard !== undefined) throw needsApproval(guard);
}

/** What needs a person's approval: the page, a container or the block itself, whichever is named first. */
export function guardOf({ settings, visit }: AppSession, { tree, path }: Located): string | undefined {
  if (settings?.confirm) return visit.pageId;
  const guard = [tree, ...path.map((step) => step.tree)].find(
    (step) => settingsFor(step.block.blockId, settings)?.confirm,
  );
  return guard?.block.blockId;
}

export function checkPageApproval(session: AppSession): void {
  if (session.settings?.confirm && !session.isPerson && !session.isApproved)
    throw needsApproval(session.visit.pageId);
}
