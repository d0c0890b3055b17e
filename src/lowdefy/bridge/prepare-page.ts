import type { BlockTree } from '../engine/engine-adapter.ts';
import type { EngineContext } from '../engine/engine-types.ts';
import { registerMethods } from './component-methods.ts';
import { eachBlock } from './locate-block.ts';
import type { Recorder } from './recorder.ts';
import type { UiState } from './ui-state.ts';

const KEEP_EVENTS = 20;
const KEEP_RESPONSES = 3;

/** Before anything is shown or done: methods on new blocks, and no endless growth of the engine's histories. */
export function preparePage(
  context: EngineContext,
  page: BlockTree,
  around: { ui: UiState; recorder: Recorder },
): void {
  registerMethods(page, around);
  // Whatever a block's event adds to its own history it adds to this log too.
  if (context.eventLog.splice(KEEP_EVENTS).length > 0)
    for (const { tree } of eachBlock(page))
      for (const event of Object.values(tree.block.Events.events)) event.history.splice(KEEP_EVENTS);
  for (const responses of Object.values(context.requests)) responses.splice(KEEP_RESPONSES);
}
