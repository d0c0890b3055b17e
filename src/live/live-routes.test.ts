import { expect, test, vi } from 'vitest';
import type { Principal } from '../auth/principal.ts';
import { createLiveRoutes } from './live-routes.ts';
import type { LiveServer } from './live-server.ts';

const principal: Principal = {
  userId: 'local',
  roles: [],
  user: null,
  kind: 'agent',
  name: 'local',
  local: true,
};

test.each([
  ['', 30],
  ['?timeout=0', 0],
  ['?timeout=1.5', 1.5],
  ['?timeout=120', 120],
  ['?timeout=121', 120],
  ['?timeout=99999999999', 120],
])('/wait%s waits %d seconds', async (query, seconds) => {
  const wait = vi.fn(async (_ms: number) => []);
  const server = { ready: async () => {}, session: async () => ({ wait }) } as unknown as LiveServer;
  const route = createLiveRoutes(server).find(({ path }) => path === '/wait');
  const url = new URL(`http://127.0.0.1/wait${query}`);
  const response = await route?.handle(new Request(url), { principal, params: {}, url });
  expect(response?.status).toBe(204);
  expect(wait.mock.calls[0]?.[0]).toBe(seconds * 1000);
});
