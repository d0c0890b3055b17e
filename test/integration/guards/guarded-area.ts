import type { Area } from '../../../src/area/area.ts';
import type { Door, Route } from '../../../src/area/route.ts';

const answer = (door: Door, method: Route['method'], path: string): Route => ({
  door,
  method,
  path,
  handle: (_request, { principal }) => Response.json({ reached: path, by: principal.kind }),
});

/** Routes and sockets behind every door, as the areas of the product have them; reaching one says so. */
export interface Hold {
  holding: number;
  release: () => void;
  released: Promise<void>;
}

export function createHold(): Hold {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { holding: 0, release, released };
}

export const createGuardedArea = (dir: string, hold: Hold): Area => ({
  name: 'guarded',
  routes: [
    {
      // Answered when its client is gone, or when all are released.
      ...answer('debug', 'GET', '/hold'),
      async handle({ signal }) {
        hold.holding++;
        await Promise.race([
          hold.released,
          new Promise((resolve) => signal.addEventListener('abort', resolve)),
        ]);
        hold.holding--;
        return Response.json({});
      },
    },
    answer('debug', 'GET', '/state'),
    answer('debug', 'GET', '/variables'),
    answer('debug', 'GET', '/wait'),
    answer('debug', 'POST', '/wait'),
    { ...answer('page', 'POST', '/api/approve'), needsPageToken: true },
    answer('page', 'POST', '/api/note'),
    answer('page', 'DELETE', '/api/note'),
    answer('views', 'GET', '/1/view'),
    answer('views', 'POST', '/1/event'),
  ],
  sockets: [
    {
      door: 'views',
      path: '/1/ws',
      connect(connection) {
        connection.send('views');
        connection.onMessage((text) => {
          if (text === '"break"') throw new Error('broken on purpose');
        });
      },
    },
    { door: 'page', path: '/page-ws', connect: (connection) => connection.send(`page of ${dir}`) },
  ],
});
