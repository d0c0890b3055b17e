import type { EngineBlock } from '../../engine/engine-types.ts';

/**
 * Trigger an event that nobody waits for, as components do. What fails beyond what the engine catches fails alone.
 * Since 4.5 an event without actions returns its result and not a promise of it.
 */
export function fire(block: EngineBlock, name: string, event?: unknown): void {
  Promise.resolve(block.triggerEvent({ name, event })).catch(() => {});
}
