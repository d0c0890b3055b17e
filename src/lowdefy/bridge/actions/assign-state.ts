import { adapterFor } from '../../engine/adapter-for.ts';
import type { AppSession } from '../app-session.ts';
import { eachBlock } from '../locate-block.ts';

/** Changes the state as the engine's own SetState does. Validation that is shown stays shown. */
export function assign(session: AppSession, values: Record<string, unknown>): void {
  const { context } = session;
  const validated = new Set<string>();
  for (const { tree } of eachBlock(session.tree()))
    if (tree.block.showValidation) validated.add(tree.block.blockId);
  for (const [key, value] of Object.entries(values)) context._internal.State.set(key, value);
  adapterFor(context).reset(context);
  if (validated.size > 0)
    for (const { tree } of eachBlock(session.tree()))
      tree.block.showValidation = validated.has(tree.block.blockId);
  context._internal.update();
}
