import { nestedAdapter } from './nested-adapter.ts';

/** Lowdefy 4.5 to 4.7. */
export const gen45 = nestedAdapter({
  generation: '4.5',
  root: 'RootAreas',
  areas: 'areas',
  inside: 'subAreas',
});
