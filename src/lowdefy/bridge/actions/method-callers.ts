import type { BlockTree } from '../../engine/engine-adapter.ts';
import type { EngineEvent } from '../../engine/engine-types.ts';
import { eachBlock, isHidden, type Located } from '../locate-block.ts';
import { isAreaShown } from '../shown-areas.ts';
import type { UiState } from '../ui-state.ts';

/** An event of the app that calls a method of another block: how a person gets there. */
export interface MethodCaller {
  /** Whose event it is. */
  blockId: string;
  event: string;
  /** What it calls. */
  target: string;
  method: string;
}

/** Nobody can trigger life-cycle events. */
const LIFE_CYCLE = /^on(Init|Mount)(Async)?$/;

/** The events that a person could trigger now and that call methods of blocks, as far as the configuration shows. */
export function methodCallers(page: BlockTree, ui: UiState): MethodCaller[] {
  const found: MethodCaller[] = [];
  for (const located of eachBlock(page)) {
    const { block } = located.tree;
    const { events } = block.Events;
    for (const event in events) {
      if (LIFE_CYCLE.test(event)) continue;
      const { actions } = events[event] as EngineEvent;
      const calls = actions.flatMap((action) => toCall(action) ?? []);
      if (calls.length > 0 && isInReach(located, ui))
        found.push(...calls.map((call) => ({ blockId: block.blockId, event, ...call })));
    }
  }
  return found;
}

function toCall(action: unknown): Pick<MethodCaller, 'target' | 'method'> | undefined {
  const { type, params } = (action ?? {}) as {
    type?: unknown;
    params?: { blockId?: unknown; method?: unknown };
  };
  if (type !== 'CallMethod') return undefined;
  const { blockId, method } = params ?? {};
  return typeof blockId === 'string' && typeof method === 'string' ? { target: blockId, method } : undefined;
}

function isInReach({ tree, path }: Located, ui: UiState): boolean {
  const { block } = tree;
  if (isHidden(block) || block.eval?.properties?.disabled) return false;
  return path.every((step) => !isHidden(step.tree.block) && isAreaShown(step.tree, step.area, ui));
}
