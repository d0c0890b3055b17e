import { createAdapter } from './create-adapter.ts';
import type { EngineAdapter } from './engine-adapter.ts';
import type { EngineContext } from './engine-types.ts';

/** The generation of an unknown engine. */
export const UNSEEN = 'unseen';

/**
 * An adapter for an engine newer than this program, if it only has new names for old things: something called Root…
 * that contains something with a root with blocks, and blocks with the same structure.
 */
export function guessAdapter(context: EngineContext): EngineAdapter | undefined {
  for (const [root, set] of Object.entries(context._internal)) {
    if (!root.startsWith('Root') || !isObject(set) || typeof set.reset !== 'function') continue;
    for (const [areas, value] of Object.entries(set)) {
      const page = isObject(value) && isObject(value.root) ? firstOf(value.root.blocks) : undefined;
      if (!page) continue;
      const inside = Object.keys(page).find((key) => isObject(firstOf(page[key])?.[areas])) ?? '';
      return createAdapter({ generation: UNSEEN, root, areas, inside, insideOf: 'block' });
    }
  }
  return undefined;
}

function firstOf(value: unknown): Record<string, unknown> | undefined {
  return Array.isArray(value) && isObject(value[0]) ? value[0] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
