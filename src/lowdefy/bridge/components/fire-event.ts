import type { EngineBlock } from '../../engine/engine-types.ts';

/**
 * Triggers an event that nobody awaits, as components do. A failure that the engine does not catch fails alone. Since
 * 4.5, an event without actions returns its result and not a promise.
 */
export function fire(block: EngineBlock, name: string, event?: unknown): void {
  Promise.resolve(block.triggerEvent({ name, event })).catch(() => {});
}
