import { readFileSync } from 'node:fs';

/** What a block type fires, and which methods it has. */
export interface BlockEvents {
  events: string[];
  methods: string[];
}

/** Events and methods of the stock blocks of Lowdefy 4.0 to 4.4; newer ones have more. */
export function loadBlockEvents(version: string): Record<string, BlockEvents> {
  if (!/^4\.[0-4]\./.test(version)) return {};
  return JSON.parse(readFileSync(new URL('./block-events.json', import.meta.url), 'utf8'));
}
