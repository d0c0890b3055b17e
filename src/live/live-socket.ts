import type { Socket } from '../area/route.ts';
import type { LiveServer } from './live-server.ts';

/** Where a page of a live session connects. */
export function createLiveSocket(server: LiveServer): Socket {
  return {
    door: 'live',
    path: '/ws/:id',
    async check({ principal, params }) {
      if (params.id !== 'new') await server.session(principal, params.id);
    },
    connect(connection, { principal, params }) {
      server.session(principal, params.id).then(
        (session) => session.connect(connection, principal),
        () => connection.close(4404, 'no such session'),
      );
    },
  };
}
