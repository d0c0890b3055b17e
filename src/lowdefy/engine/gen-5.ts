import { nestedAdapter } from './nested-adapter.ts';

/** Lowdefy 5. */
export const gen5 = nestedAdapter({
  generation: '5',
  root: 'RootSlots',
  areas: 'slots',
  inside: 'subSlots',
});
