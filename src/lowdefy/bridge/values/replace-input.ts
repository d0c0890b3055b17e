import type { EngineBlock } from '../../engine/engine-types.ts';

/** What the field makes of what is typed, where the app has a pattern to be replaced in it. */
export function replaceInput({ eval: evaluated }: EngineBlock, typed: string): string {
  const { replaceInput: rule } = evaluated?.properties ?? {};
  if (rule === null || typeof rule !== 'object') return typed;
  const { pattern, flags = 'gm', replacement = '' } = rule as Record<string, string>;
  try {
    return typed.replace(new RegExp(pattern ?? '', flags), replacement);
  } catch {
    // With a pattern that is none the field takes nothing at all; the text as it is says more.
    return typed;
  }
}
