import { createHistoryArea } from '../../history/history-area.ts';
import { createPlaceFilter } from '../../lib/place-filter.ts';
import type { AreaDefinition } from '../area-definition.ts';

export const historyArea: AreaDefinition<Record<never, never>> = {
  name: 'history',
  // Every session has one.
  isAlways: true,
  create: ({ dir }) => createHistoryArea({ places: createPlaceFilter(dir) }),
};
