import { createAdapter } from './create-adapter.ts';

/**
 * Lowdefy 4.0 to 4.4.
 *
 * | | here |
 * |---|---|
 * | page | `_internal.RootBlocks.areas.root.blocks[0]` |
 * | what is in a block | `subBlocks[block.id]` of the set that the block is in |
 * | areas in a page's configuration | `areas` |
 * | metas of blocks | `_internal.blockComponents[type].meta` |
 * | categories | container, display, input, list |
 * | event without actions | a promise of its result |
 * | why an event failed | `error.error.error` |
 * | build files | plain JSON; `pages/ID/ID.json` |
 * | build errors | thrown, one at a time |
 * | endpoints, `_js`, `jsMap` | none |
 */
export const gen40 = createAdapter({
  generation: '4.0',
  root: 'RootBlocks',
  areas: 'areas',
  inside: 'subBlocks',
  insideOf: 'set',
});
