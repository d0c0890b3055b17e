import { expect, test } from 'vitest';
import { type ClientConnection, ClientConnections } from './client-connections.ts';

interface Made extends ClientConnection {
  busy: boolean;
  heard: boolean;
  closed: boolean;
}

function make(state: { busy?: boolean; heard?: boolean } = {}): Made {
  const made: Made = {
    busy: state.busy ?? false,
    heard: state.heard ?? false,
    closed: false,
    isBusy: () => made.busy,
    isHeard: () => made.heard,
    close: async () => {
      made.closed = true;
    },
  };
  return made;
}

const HOUR = 60 * 60_000;

function open(limits: { perUser: number; most?: number }) {
  const clock = { now: 0 };
  const connections = new ClientConnections<Made>({ ...limits, now: () => clock.now });
  const add = (id: string, userId = 'ann', state: { busy?: boolean; heard?: boolean } = {}) => {
    const made = make(state);
    connections.add(id, made, userId);
    return made;
  };
  return { connections, clock, add };
}

test('an id is good for the user who opened it, and gone when removed', () => {
  const { connections, add } = open({ perUser: 2 });
  const a = add('a');
  expect(connections.find('a', 'ann')).toBe(a);
  expect(connections.find('a', 'ben')).toBeUndefined();
  connections.remove('a');
  expect(connections.find('a', 'ann')).toBeUndefined();
});

test('the idle one that was not used for longest makes room; nobody else’s does', () => {
  const { connections, add } = open({ perUser: 2 });
  const [ben, a, b] = [add('ben', 'ben'), add('a'), add('b')];
  connections.find('a', 'ann');
  add('c');
  expect([ben.closed, a.closed, b.closed]).toEqual([false, false, true]);
  expect(connections.find('b', 'ann')).toBeUndefined();
});

test('one with a call under way stays, and so does one that is listened to, for an hour', () => {
  const { clock, add } = open({ perUser: 2 });
  const [busy, heard] = [add('busy', 'ann', { busy: true }), add('heard', 'ann', { heard: true })];
  expect(() => add('c')).toThrow('You have 2 MCP connections in use (mcp.limits.maxConnectionsPerUser).');
  clock.now += HOUR + 1;
  add('d');
  expect([busy.closed, heard.closed]).toEqual([false, true]);
});

test('where all users together have too many, the one with most gives first', () => {
  const { add } = open({ perUser: 3, most: 4 });
  const ben = add('b', 'ben');
  const [first, second, third] = [add('a1'), add('a2'), add('a3')];
  add('c', 'cleo');
  expect([ben, first, second, third].map(({ closed }) => closed)).toEqual([false, true, false, false]);
});

test('where none of them is idle, the next is refused', () => {
  const { add } = open({ perUser: 2, most: 2 });
  add('a', 'ann', { busy: true });
  add('b', 'ben', { heard: true });
  expect(() => add('c', 'cleo')).toThrow('This server has 2 MCP connections in use, and none is idle.');
});

test('those that nobody used for a day are closed, and all at the end', async () => {
  const { connections, clock, add } = open({ perUser: 9 });
  const old = add('old');
  clock.now += 24 * HOUR + 1;
  const young = add('young');
  expect([old.closed, young.closed]).toEqual([true, false]);
  await connections.closeAll();
  expect(young.closed).toBe(true);
});
