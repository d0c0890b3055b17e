import type { Area } from '../../../src/area/area.ts';
import type { Door, Route, Socket } from '../../../src/area/route.ts';
import { TandemError } from '../../../src/errors.ts';

const answer = (door: Door, method: Route['method'], path: string): Route => ({
  door,
  method,
  path,
  handle: (_request, { principal }) => Response.json({ reached: path, by: principal.kind }),
});

/** Routes and sockets behind every door, as the areas of the product have them; reaching one says so. */
export interface Hold {
  holding: number;
  /** Connections to an echo that are open, of a WebSocket or not. */
  connected: number;
  release: () => void;
  released: Promise<void>;
}

export function createHold(): Hold {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { holding: 0, connected: 0, release, released };
}

/** Returns what it is sent; some words make it do something else. */
const createEcho = (door: 'page' | 'views', hold: Hold): Socket => ({
  door,
  path: '/echo/:room',
  check({ params }) {
    if (params.room === 'locked') throw new TandemError('forbidden', 'This room is locked.');
  },
  connect(connection, { params, url }) {
    hold.connected++;
    connection.onClose(() => {
      hold.connected--;
    });
    connection.send(`${params.room} ${url.pathname}${url.search}`);
    connection.onMessage((text) => {
      if (text === '"break"') throw new Error('broken on purpose');
      if (text === '"close"') connection.close(4001, 'as asked');
      else if (text === '"flood"') for (let i = 0; i < 40; i++) connection.send('x'.repeat(1024 * 1024));
      else connection.send(text);
    });
  },
});

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
    createEcho('page', hold),
    createEcho('views', hold),
    { door: 'page', path: '/page-ws', connect: (connection) => connection.send(`page of ${dir}`) },
  ],
});
