import type { Area, AreaServices } from '../area/area.ts';
import { TandemError } from '../errors.ts';
import type { PlaceFilter } from '../lib/place-filter.ts';
import { createActivityRoutes } from './activity-routes.ts';
import { createHistoryRoutes } from './history-routes.ts';

/** Who did what, in sessions of every kind: the time line of one, and of all that a user may see. */
export function createHistoryArea({ places }: { places: PlaceFilter }): Area {
  let running: AreaServices | undefined;
  const services = () => {
    if (!running) throw new TandemError('unavailable', 'Tandem has not started yet; try again.');
    return running;
  };
  const history = createHistoryRoutes(services, places);
  const activity = createActivityRoutes(services);
  return {
    name: 'history',
    opensDoors: true,
    pages: [
      { path: '/activity', file: 'activity.html', title: 'Activity' },
      { path: '/history/:id', file: 'history.html' },
    ],
    routes: [...history.routes, ...activity.routes],
    sockets: [...history.sockets, ...activity.sockets],
    async start(given) {
      running = given;
    },
  };
}
