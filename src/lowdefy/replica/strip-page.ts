import { isRecord } from '../../lib/is-record.ts';

/** The page runs them; nobody triggers them. */
const LIFE_CYCLE = new Set(['onInit', 'onInitAsync', 'onMount', 'onMountAsync']);

/**
 * A page's configuration for the person's browser: names of events stay, because components look different with them; what
 * they do, and requests, stay with the session's own engine.
 */
export function stripPage(block: Record<string, unknown>): Record<string, unknown> {
  const { events, requests: _requests, areas, slots, ...rest } = block;
  return {
    ...rest,
    ...(isRecord(events) && { events: stripEvents(events) }),
    ...(isRecord(areas) && { areas: stripAreas(areas) }),
    ...(isRecord(slots) && { slots: stripAreas(slots) }),
  };
}

function stripEvents(events: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(events).filter((name) => !LIFE_CYCLE.has(name) && !name.startsWith('~'));
  return Object.fromEntries(names.map((name) => [name, shortcutOf(events[name])]));
}

/** The keys that trigger an event (Lowdefy 5): the client watches them, and shows them. */
function shortcutOf(event: unknown): object {
  const shortcut = isRecord(event) ? event.shortcut : undefined;
  return shortcut === undefined || shortcut === null ? [] : { try: [], shortcut };
}

function stripAreas(areas: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(areas).map(([key, area]) => {
      if (!isRecord(area)) return [key, area];
      // Since 4.6, builds write arrays as objects with marks.
      const blocks = isRecord(area.blocks) ? area.blocks['~arr'] : area.blocks;
      return [key, { ...area, blocks: Array.isArray(blocks) ? blocks.filter(isRecord).map(stripPage) : [] }];
    }),
  );
}
