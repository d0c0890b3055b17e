import type { Area, AreaServices } from '../area/area.ts';
import { TandemError } from '../errors.ts';
import { sessionShare } from './session-share-tool.ts';
import { createShareRoutes } from './share-routes.ts';

/** Sessions of any kind, opened to other users and roles. */
export function createShareArea({ hasSignIn }: { hasSignIn: boolean }): Area {
  let running: AreaServices | undefined;
  const services = () => {
    if (!running) throw new TandemError('unavailable', 'Sharing has not started yet; try again.');
    return running;
  };
  return {
    name: 'share',
    opensDoors: true,
    // Where everybody is the user of this machine, there is nobody to share with.
    toolsFor: async ({ local }) => (local && !hasSignIn ? [] : [sessionShare]),
    pages: [{ path: '/share/:id', file: 'share.html' }],
    routes: createShareRoutes(services),
    async start(given) {
      running = given;
    },
  };
}
