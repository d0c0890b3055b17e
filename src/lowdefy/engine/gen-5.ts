import { createAdapter } from './create-adapter.ts';

/**
 * Lowdefy 5.
 *
 * | | here; the rest is as in 4.5 |
 * |---|---|
 * | page | `_internal.RootSlots.slots.root.blocks[0]` |
 * | what is in a block | `subSlots` of the block |
 * | areas in a page's configuration | `slots` |
 * | metas of blocks | `_internal.blockMetas[type]`, written by the build to `plugins/blockMetas.json` |
 * | build files | `pages/ID.json` |
 * | items of lists | `pushItem` and `unshiftItem` take a first value |
 * | values of hidden inputs | kept by SetState |
 * | requests and endpoints | `holdValue` keeps the last response while they run |
 * | events | `shortcut` |
 * | new in an app | `agents`, `modules`, `theme`, `class` of blocks |
 * | API context | `handleError` is called for failures inside endpoints |
 */
export const gen5 = createAdapter({
  generation: '5',
  root: 'RootSlots',
  areas: 'slots',
  inside: 'subSlots',
  insideOf: 'block',
});
