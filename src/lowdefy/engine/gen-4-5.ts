import { createAdapter } from './create-adapter.ts';

/**
 * Lowdefy 4.5 to 4.7.
 *
 * | | here |
 * |---|---|
 * | page | `_internal.RootAreas.areas.root.blocks[0]` |
 * | what is in a block | `subAreas` of the block |
 * | areas in a page's configuration | `areas` |
 * | metas of blocks | `_internal.blockComponents[type].meta` |
 * | categories | those of 4.0, and input-container |
 * | event without actions | its plain result |
 * | why an event failed | `error.error` |
 * | build files | since 4.6 arrays as `{ "~arr": [] }`, marks `~k ~r ~l`; `pages/ID/ID.json` |
 * | build errors | since 4.6 all of them to `logger.error`, then one that only counts them is thrown |
 * | endpoints | results are serialized, errors and dates too |
 * | `_js` | functions in `jsMap`, made by the build |
 */
export const gen45 = createAdapter({
  generation: '4.5',
  root: 'RootAreas',
  areas: 'areas',
  inside: 'subAreas',
  insideOf: 'block',
});
