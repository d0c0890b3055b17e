import { expect, test, vi } from 'vitest';
import { createLogger } from '../lib/logger.ts';
import { createMemoryStore } from '../stores/memory-store.ts';
import { defaultLimits } from './limits.ts';
import type { SessionStore } from './session-store.ts';
import { Sessions } from './sessions.ts';

const ann = { userId: 'ann', kind: 'person', name: 'Ann' } as const;
const ben = { userId: 'ben', kind: 'agent', name: 'Ben', agent: 'bot', roles: ['sales'] } as const;

async function open(store: SessionStore = createMemoryStore(), now = () => new Date()) {
  const kinds = [
    { kind: 'app', shareable: true },
    { kind: 'call' },
    { kind: 'live', shareable: 'act' },
  ] as const;
  const sessions = new Sessions({ store, limits: defaultLimits, kinds, log: createLogger('silent'), now });
  const record = await sessions.create(ann, { kind: 'app', name: 'Q1' });
  return { sessions, record, sessionId: record.sessionId };
}

const codeOf = (failing: Promise<unknown>) =>
  failing.then(
    () => 'allowed',
    (error: { code?: string }) => error.code,
  );

test('a role that the caller no longer has opens nothing', async () => {
  const { sessions, record, sessionId } = await open();
  await sessions.sharing.share(ann, record, { role: 'sales' }, ['act']);
  const use = (actor: typeof ben | (Omit<typeof ben, 'roles'> & { roles: string[] })) =>
    codeOf(sessions.use(actor, { sessionId }, async () => {}));
  expect(await use(ben)).toBe('allowed');
  expect(await use({ ...ben, roles: [] })).toBe('not_found');
});

test('a call that waits in line when the share ends is refused', async () => {
  const { sessions, record, sessionId } = await open();
  await sessions.sharing.share(ann, record, { user: 'ben' }, ['act']);
  // So that all wait in one line.
  await sessions.use(ben, { sessionId }, async () => {});
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const first = sessions.use(ann, { sessionId }, () => held);
  const second = codeOf(sessions.use(ben, { sessionId }, async () => {}));
  await sessions.sharing.revoke(ann, record, { user: 'ben' });
  release();
  await first;
  expect(await second).toBe('not_found');
});

test('a visit is in the history once, and again after half an hour', async () => {
  let time = Date.now();
  const { sessions, record, sessionId } = await open(createMemoryStore(), () => new Date(time));
  await sessions.sharing.share(ann, record, { user: 'ben' }, ['view']);
  const changed = vi.fn();
  sessions.onChange(changed);
  for (const minutes of [0, 20, 20, 31]) {
    time += minutes * 60_000;
    await sessions.get(ben, sessionId);
  }
  const views = (await sessions.history(record)).filter(({ action }) => action === 'view');
  expect(views.map(({ actor }) => actor)).toEqual(
    Array.from({ length: 2 }, () => ({ kind: 'agent', userId: 'ben', name: "Ben's bot" })),
  );
  expect(changed).toHaveBeenCalledTimes(2);
});

test('what a kind of session does not allow is refused', async () => {
  const { sessions } = await open();
  const share = async (kind: string, may: ('view' | 'act')[]) =>
    codeOf(
      sessions.sharing.share(ann, await sessions.create(ann, { kind, name: 'x' }), { user: 'ben' }, may),
    );
  expect(await share('call', ['act'])).toBe('invalid_input');
  expect(await share('live', ['view'])).toBe('invalid_input');
  expect(await share('live', ['act'])).toBe('allowed');
});

test('a store without shares says so, and finds nothing shared', async () => {
  const { shares: _, ...store } = createMemoryStore();
  const { sessions, record, sessionId } = await open(store);
  expect(await codeOf(sessions.sharing.share(ann, record, { user: 'ben' }, ['view']))).toBe('unsupported');
  expect(await codeOf(sessions.get(ben, sessionId))).toBe('not_found');
  expect(await sessions.sharing.list(ben)).toEqual([]);
});

test('each right allows what it says, and says what is missing', async () => {
  const { sessions, record, sessionId } = await open();
  const used = () => codeOf(sessions.use(ben, { sessionId }, async () => {}));
  expect(await used()).toBe('not_found');
  await sessions.sharing.share(ann, record, { user: 'ben' }, ['answer']);
  expect(await used()).toBe('forbidden');
  expect(await codeOf(sessions.look(ben, { sessionId }, async () => {}))).toBe('allowed');
  expect(await codeOf(sessions.close(ben, sessionId))).toBe('forbidden');
  expect(await codeOf(sessions.sharing.of(ben, record))).toBe('forbidden');
  await sessions.sharing.share(ann, record, { user: 'ben' }, ['act']);
  expect(await used()).toBe('allowed');
});
