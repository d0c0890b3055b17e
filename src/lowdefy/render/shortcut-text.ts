import type { BlockSnapshot } from '../engine/block-snapshot.ts';

/** The shortcut of an event; with the event's name if the block has others. */
export function shortcutText(
  { shortcuts = {} }: BlockSnapshot,
  events: readonly string[],
): string | undefined {
  const shown = Object.entries(shortcuts).filter(([name]) => events.includes(name));
  if (shown.length === 0) return undefined;
  if (events.length === 1) return shown[0]?.[1].join(' or ');
  return shown.map(([name, keys]) => `${name}: ${keys.join(' or ')}`).join(', ');
}
