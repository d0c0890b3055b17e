import { TandemError } from '../../errors.ts';
import type { AppSession } from './app-session.ts';
import { triggerAsComponent } from './gestures.ts';
import { checkReachable, closedPanels, findBlock, type Located } from './locate-block.ts';
import { isExcluded, settingsFor } from './to-snapshot.ts';
import { activeOf } from './ui-state.ts';

/** The block if a person could use it now; tabs on the way to it are opened first. */
export async function reachBlock(session: AppSession, blockId: string): Promise<Located> {
  const { ui } = session.page;
  const find = () => {
    const located = findBlock(session.tree(), blockId, session.visit.pageId);
    if (
      [...located.path.map((step) => step.tree), located.tree].some((step) =>
        isExcluded(step.block.blockId, session.settings),
      )
    )
      throw new TandemError('not_found', `No block "${blockId}" on page "${session.visit.pageId}".`);
    return located;
  };
  const located = find();
  checkReachable(located, ui);
  const closed = closedPanels(located, ui);
  for (const { tree, key } of closed) {
    const keys = tree.block.type === 'Tabs' ? [key] : [...activeOf(tree, ui), key];
    await triggerAsComponent(tree, 'onChange', { activeKey: keys }, ui);
    if (!activeOf(tree, ui).includes(key))
      throw new TandemError(
        'forbidden',
        `"${key}" of "${tree.block.blockId}" is not open, and the app decides which one is.`,
      );
    session.recorder.warn(`Opened "${key}" of "${tree.block.blockId}" first.`);
  }
  return closed.length === 0 ? located : find();
}

export function checkApproval(session: AppSession, blockId: string): void {
  if (!session.settings?.confirm && !settingsFor(blockId, session.settings)?.confirm) return;
  throw new TandemError(
    'forbidden',
    `"${blockId}" needs a person's approval (mcp.confirm), which an agent cannot give. Ask the person to do it.`,
  );
}
