import { TandemError } from '../../errors.ts';
import type { ReplicaCall } from '../../protocol/replica-calls.ts';
import { checkedBlock } from '../bridge/actions/reach-block.ts';
import type { AppSession } from '../bridge/app-session.ts';
import type { Located } from '../bridge/locate-block.ts';

/**
 * The containers around blocks that a person used at once. A click goes on to them, whatever it did at its first stop: a button
 * that opens a dialog puts its own container behind it, and a container hears of clicks in the dialogs it contains.
 */
export function blocksAround(session: AppSession, calls: readonly ReplicaCall[]): Map<string, Located> {
  const around = new Map<string, Located>();
  if (calls.length < 2) return around;
  const used = calls.flatMap((call) => ('blockId' in call ? call.blockId : []));
  for (const { path } of used.flatMap((blockId) => reachable(session, blockId) ?? []))
    for (const [depth, { tree }] of path.entries())
      around.set(tree.block.blockId, { tree, path: path.slice(0, depth) });
  return around;
}

function reachable(session: AppSession, blockId: string): Located | undefined {
  try {
    return checkedBlock(session, blockId);
  } catch (error) {
    if (error instanceof TandemError) return undefined;
    throw error;
  }
}
