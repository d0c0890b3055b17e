import type { Area } from '../../../src/area/area.ts';
import type { Door, Route } from '../../../src/area/route.ts';

const answer = (door: Door, method: Route['method'], path: string): Route => ({
  door,
  method,
  path,
  handle: (_request, { principal }) => Response.json({ reached: path, by: principal.kind }),
});

/** Routes and sockets behind every door, as the areas of the product have them; reaching one says so. */
export const createGuardedArea = (dir: string): Area => ({
  name: 'guarded',
  routes: [
    answer('debug', 'GET', '/state'),
    answer('debug', 'GET', '/variables'),
    answer('debug', 'GET', '/wait'),
    answer('debug', 'POST', '/wait'),
    { ...answer('page', 'POST', '/api/approve'), needsPageToken: true },
    answer('page', 'POST', '/api/note'),
    answer('page', 'DELETE', '/api/note'),
    answer('live', 'GET', '/1/view'),
    answer('live', 'POST', '/1/event'),
  ],
  sockets: [
    {
      door: 'live',
      path: '/1/ws',
      connect(connection) {
        connection.send('live');
        connection.onMessage((text) => {
          if (text === '"break"') throw new Error('broken on purpose');
        });
      },
    },
    { door: 'page', path: '/page-ws', connect: (connection) => connection.send(`page of ${dir}`) },
  ],
});
