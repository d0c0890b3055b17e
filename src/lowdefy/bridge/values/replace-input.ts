import type { EngineBlock } from '../../engine/engine-types.ts';

/** What the field makes of typed text, if the app defines a pattern to replace. */
export function replaceInput({ eval: evaluated }: EngineBlock, typed: string): string {
  const { replaceInput: rule } = evaluated?.properties ?? {};
  if (rule === null || typeof rule !== 'object') return typed;
  const { pattern, flags = 'gm', replacement = '' } = rule as Record<string, string>;
  try {
    return typed.replace(new RegExp(pattern ?? '', flags), replacement);
  } catch {
    // With an invalid pattern the field accepts nothing at all; the unchanged text is more useful.
    return typed;
  }
}
