import type { Socket } from '../area/route.ts';
import { knownSession } from './known-session.ts';
import type { LiveServer } from './live-server.ts';

/** Where a page of a live session connects. */
export function createLiveSocket(server: LiveServer): Socket {
  return {
    door: 'live',
    path: '/ws/:id',
    async check({ principal, params }) {
      await knownSession(server, principal, params.id);
    },
    connect(connection, { principal, params }) {
      knownSession(server, principal, params.id).then(
        (session) => session.connect(connection, principal),
        () => connection.close(4404, 'no such session'),
      );
    },
  };
}
