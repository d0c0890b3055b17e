import type { BlockTree } from '../../engine/engine-adapter.ts';
import type { EngineContext, EngineEvent } from '../../engine/engine-types.ts';
import { blocksOf } from '../locate-block.ts';

const KEEP_EVENTS = 20;
const KEEP_RESPONSES = 3;

const prepared = new WeakSet<BlockTree>();

/** Before anything is shown or done: no delays, and no unlimited growth of the engine's histories. */
export function preparePage(context: EngineContext, page: BlockTree): void {
  // What a block's event adds to its own history is added to this log, too.
  const isLong = context.eventLog.splice(KEEP_EVENTS).length > 0;
  if (isLong || !prepared.has(page)) {
    prepared.add(page);
    for (const { Events } of blocksOf(page))
      for (const name in Events.events) {
        const event = Events.events[name] as EngineEvent;
        // A person's pause between two clicks is not simulated.
        event.debounce = null;
        event.history.splice(KEEP_EVENTS);
      }
  }
  for (const responses of Object.values(context.requests)) responses.splice(KEEP_RESPONSES);
}
