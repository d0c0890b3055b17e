import type { RouteContext, Socket, SocketConnection } from '../area/route.ts';
import { knownSession } from './known-session.ts';
import type { LiveServer } from './live-server.ts';
import type { LiveSession } from './live-session.ts';

/** The sockets of a live session's pages: the app, and the page that shows its variables. */
export function createLiveSockets(server: LiveServer): Socket[] {
  const socket = (
    path: string,
    connect: (session: LiveSession, connection: SocketConnection, ctx: RouteContext) => void,
  ): Socket => ({
    door: 'views',
    path,
    async check({ principal, params }) {
      await knownSession(server, principal, params.id);
    },
    connect(connection, ctx) {
      knownSession(server, ctx.principal, ctx.params.id).then(
        (session) => {
          session.guard(connection, ctx.principal);
          connect(session, connection, ctx);
        },
        () => connection.close(4404, 'session not found'),
      );
    },
  });
  return [
    socket('/ws/:id', (session, connection, { principal }) => session.connect(connection, principal)),
    socket('/ws/:id/variables', (session, connection) => session.showVariables(connection)),
  ];
}
