import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLogger } from '../lib/logger.ts';
import { createMemoryStore } from '../stores/memory-store.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { Sessions } from './sessions.ts';

const ann = { userId: 'ann', kind: 'agent', name: "Ann's agent" } as const;
const ben = { userId: 'ben', kind: 'agent', name: "Ben's agent" } as const;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

beforeEach(() => {
  // Only the clock: the store stamps records with it too.
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});
const pass = (ms: number) => vi.setSystemTime(Date.now() + ms);

function make(limits: Partial<Limits> = {}) {
  const store = createMemoryStore();
  return new Sessions({
    store,
    limits: { ...defaultLimits, ...limits },
    kinds: [
      { kind: 'app' },
      { kind: 'live' },
      { kind: 'tool', waits: true },
      { kind: 'chat' },
      { kind: 'call', expiryMinutes: 60 },
    ],
    log: createLogger('silent'),
  });
}

const app = (name: string) => ({ kind: 'app', name }) as const;
const messageOf = (failing: Promise<unknown>) =>
  failing.then(
    () => 'did not fail',
    (error: unknown) => (error as Error).message,
  );

test('a caller who is gone does not get a session that it waits for', async () => {
  const sessions = make();
  const leaving = new AbortController();
  const first = sessions.create(ann, app('first'));
  const second = sessions.create(ann, app('second'), leaving.signal);
  leaving.abort();
  await expect(second).rejects.toMatchObject({ code: 'cancelled' });
  await first;
  expect((await sessions.list(ann)).sessions.map(({ name }) => name)).toEqual(['first']);
});

describe('a session of somebody else', () => {
  test('answers every request as one that does not exist', async () => {
    const sessions = make();
    const { sessionId } = await sessions.create(ann, app("Ann's"));
    await sessions.create(ben, app("Ben's"));
    const unknown = 'sess_00000000000000000000000000';
    const ask = [
      (id: string) => sessions.get(ben, id),
      (id: string) => sessions.close(ben, id),
      (id: string) => sessions.readLog(ben, id),
      (id: string) => sessions.use(ben, { sessionId: id }, async () => 'used'),
      (id: string) => sessions.use(ben, { sessionId: id, kind: 'live' }, async () => 'used'),
    ];
    for (const request of ask) {
      const foreign = await messageOf(request(sessionId));
      expect(foreign).toMatch(/^Session "sess_\w+" not found/);
      expect(foreign.replaceAll(sessionId, unknown)).toBe(await messageOf(request(unknown)));
    }
    expect((await sessions.list(ben)).sessions.map((session) => session.name)).toEqual(["Ben's"]);
    expect((await sessions.get(ann, sessionId)).status).toBe('open');
  });

  test('does not make the stranger wait in its line', async () => {
    const sessions = make();
    const { sessionId } = await sessions.create(ann, app('busy'));
    const { promise: held, resolve: letGo } = withResolvers();
    const holding = sessions.use(ann, { sessionId }, () => held);
    await expect(sessions.use(ben, { sessionId }, async () => 'used')).rejects.toMatchObject({
      code: 'not_found',
    });
    letGo();
    await holding;
  });

  test('an id that is really a name is answered with the id', async () => {
    const sessions = make();
    const { sessionId } = await sessions.create(ann, app('Q1 invoices'));
    expect(await messageOf(sessions.get(ann, 'Q1 invoices'))).toContain(
      `"Q1 invoices" is the name of session "${sessionId}"; pass that id.`,
    );
  });
});

describe('maxSessionsPerUser', () => {
  test('refuses one more, naming the limit and both ways out', async () => {
    const sessions = make({ maxSessionsPerUser: 2 });
    await sessions.create(ann, app('1'));
    const { sessionId } = await sessions.create(ann, { kind: 'live', name: '2' });
    await expect(sessions.create(ann, app('3'))).rejects.toMatchObject({
      code: 'limit_reached',
      message:
        'You have 2 open sessions, and mcp.limits.maxSessionsPerUser is 2. Close one with session_close, or raise the limit.',
    });
    await sessions.create(ben, app('of another user'));
    await sessions.create(ann, { kind: 'tool', name: 'a question counts elsewhere' });
    await sessions.close(ann, sessionId);
    await sessions.create(ann, app('3'));
  });

  test('holds for calls at the same moment', async () => {
    const sessions = make({ maxSessionsPerUser: 5 });
    const made = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) => sessions.create(ann, app(`${i}`))),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });

  test('counts beyond one page of the store', async () => {
    const sessions = make({ maxSessionsPerUser: 205 });
    for (let i = 0; i < 205; i++) await sessions.create(ann, app(`${i}`));
    await expect(sessions.create(ann, app('one more'))).rejects.toMatchObject({ code: 'limit_reached' });
  });

  test('expired sessions make room', async () => {
    const sessions = make({ maxSessionsPerUser: 1, sessionExpiryMinutes: 10 });
    await sessions.create(ann, app('old'));
    pass(11 * MINUTE);
    await sessions.create(ann, app('new'));
  });
});

describe('a kind with an expiry of its own', () => {
  const call = (name: string) => ({ kind: 'call', name }) as const;

  test('is counted apart, and the oldest make room', async () => {
    const sessions = make({ maxSessionsPerUser: 2 });
    for (const name of ['a', 'b']) await sessions.create(ann, app(name));
    for (const name of ['1', '2', '3']) {
      pass(MINUTE);
      await sessions.create(ann, call(name));
    }
    const open = await sessions.list(ann, { status: 'open' });
    expect(open.sessions.map(({ name }) => name).sort()).toEqual(['2', '3', 'a', 'b']);
    await expect(sessions.create(ann, app('c'))).rejects.toMatchObject({ code: 'limit_reached' });
  });

  test('expires after that, and is used like the others until then', async () => {
    const sessions = make();
    const { sessionId } = await sessions.create(ann, call('one'));
    const { sessionId: other } = await sessions.create(ann, app('other'));
    pass(59 * MINUTE);
    const kind = ['app', 'call'];
    expect(await sessions.use(ann, { sessionId, kind }, async () => 'used')).toBe('used');
    pass(61 * MINUTE);
    expect(await messageOf(sessions.use(ann, { sessionId, kind }, async () => 'used'))).toContain(
      'expired after 60 minutes without use. Create',
    );
    await sessions.sweep();
    expect((await sessions.get(ann, sessionId)).status).toBe('expired');
    expect((await sessions.get(ann, other)).status).toBe('open');
  });
});

describe('the end of a session', () => {
  test('one that nobody used expires, and says so', async () => {
    const sessions = make({ sessionExpiryMinutes: 10 });
    const { sessionId } = await sessions.create(ann, app('idle'));
    pass(9 * MINUTE);
    await sessions.use(ann, { sessionId }, async () => 'each use gives it new time');
    pass(9 * MINUTE);
    await sessions.use(ann, { sessionId }, async () => 'and so on');
    pass(11 * MINUTE);
    const late = sessions.use(ann, { sessionId }, async () => 'too late');
    await expect(late).rejects.toMatchObject({
      code: 'ended',
      message: `Session "${sessionId}" expired after 10 minutes without use (mcp.limits.sessionExpiryMinutes). Create a new one with session_create.`,
    });
    const { sessions: listed } = await sessions.list(ann);
    expect(listed).toMatchObject([{ sessionId, status: 'expired' }]);
    expect((await sessions.readLog(ann, sessionId)).at(-1)).toMatchObject({
      action: 'expire',
      actor: { kind: 'system' },
    });
    await expect(sessions.use(ann, { sessionId }, async () => 'still')).rejects.toMatchObject({
      code: 'ended',
    });
  });

  test('a closed one is closed, and closing again changes nothing', async () => {
    const sessions = make();
    const { sessionId } = await sessions.create(ann, app('done'));
    const closed = await sessions.close(ann, sessionId);
    expect(await sessions.close(ann, sessionId)).toEqual(closed);
    await expect(sessions.use(ann, { sessionId }, async () => 'used')).rejects.toMatchObject({
      code: 'ended',
      message: `Session "${sessionId}" is closed. Create a new one with session_create.`,
    });
    expect((await sessions.readLog(ann, sessionId)).map((entry) => entry.action)).toEqual([
      'create',
      'close',
    ]);
  });

  test('a sweep expires what is idle and forgets what ended long ago', async () => {
    const sessions = make({ sessionExpiryMinutes: 10, askExpiryDays: 40, keepEndedDays: 30 });
    const closed = await sessions.create(ann, app('closed'));
    const idle = await sessions.create(ben, app('idle'));
    const question = await sessions.create(ann, { kind: 'tool', name: 'question' });
    await sessions.close(ann, closed.sessionId);
    pass(31 * DAY);
    await sessions.sweep();
    await expect(sessions.get(ann, closed.sessionId)).rejects.toMatchObject({ code: 'not_found' });
    expect((await sessions.get(ben, idle.sessionId)).status).toBe('expired');
    expect((await sessions.get(ann, question.sessionId)).status).toBe('open');
    pass(10 * DAY);
    await sessions.sweep();
    expect((await sessions.get(ben, idle.sessionId)).status).toBe('expired');
    expect((await sessions.get(ann, question.sessionId)).status).toBe('expired');
    pass(31 * DAY);
    await sessions.sweep();
    await expect(sessions.get(ben, idle.sessionId)).rejects.toMatchObject({ code: 'not_found' });
    await expect(sessions.get(ann, question.sessionId)).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('use', () => {
  test('what the work changed and logged is saved before it is answered', async () => {
    const sessions = make();
    const { sessionId } = await sessions.create(ann, app('work'));
    const answer = await sessions.use(ann, { sessionId, kind: 'app' }, async ({ record, log }) => {
      record.data.total = 3;
      record.currentPageId = 'invoices';
      log('navigate', { pageId: 'invoices' });
      return 'done';
    });
    expect(answer).toBe('done');
    expect(await sessions.get(ann, sessionId)).toMatchObject({
      data: { total: 3 },
      currentPageId: 'invoices',
      rev: 2,
    });
    expect((await sessions.readLog(ann, sessionId)).slice(1)).toEqual([
      {
        timestamp: new Date().toISOString(),
        actor: ann,
        action: 'navigate',
        pageId: 'invoices',
      },
    ]);
  });

  test('work that throws saves nothing but its history, and the next call runs', async () => {
    const sessions = make();
    const { sessionId } = await sessions.create(ann, app('work'));
    const failing = sessions.use(ann, { sessionId }, async ({ record, log }) => {
      record.data.half = true;
      log('tried', { outcome: 'failed' });
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    expect(await sessions.get(ann, sessionId)).toMatchObject({ data: {}, rev: 1 });
    const actions = (await sessions.readLog(ann, sessionId)).map((entry) => entry.action);
    expect(actions).toEqual(['create', 'tried']);
    await expect(sessions.use(ann, { sessionId }, async () => 'ran')).resolves.toBe('ran');
  });

  test('calls on one session run in the order they came, and none is lost', async () => {
    const sessions = make();
    const { sessionId } = await sessions.create(ann, app('queue'));
    const order = Array.from({ length: 20 }, (_, i) => i);
    await Promise.all(
      order.map((i) =>
        sessions.use(ann, { sessionId }, async ({ record }) => {
          const before = (record.data.order ?? []) as number[];
          await new Promise(setImmediate);
          record.data.order = [...before, i];
        }),
      ),
    );
    expect((await sessions.get(ann, sessionId)).data.order).toEqual(order);
  });

  test('a session of another kind is refused by name', async () => {
    const sessions = make();
    const { sessionId } = await sessions.create(ann, app('app'));
    await expect(sessions.use(ann, { sessionId, kind: 'live' }, async () => 'used')).rejects.toMatchObject({
      code: 'invalid_input',
      message: `Session "${sessionId}" is of kind app; this needs one of kind live.`,
    });
  });

  test('shutting down waits for the calls under way', async () => {
    const sessions = make();
    const { sessionId } = await sessions.create(ann, app('work'));
    const { promise: held, resolve: letGo } = withResolvers();
    const order: string[] = [];
    const working = sessions.use(ann, { sessionId }, () => held).then(() => order.push('worked'));
    const shut = sessions.shutDown().then(() => order.push('shut down'));
    letGo();
    await Promise.all([working, shut]);
    expect(order).toEqual(['worked', 'shut down']);
  });
});

test('listeners hear every create, change and close, with the owner, until they stop', async () => {
  const sessions = make();
  const heard: string[] = [];
  const stop = sessions.onChange((session, userId) =>
    heard.push(`${userId} ${session.name} ${session.status}`),
  );
  const { sessionId } = await sessions.create(ann, app('one'));
  await sessions.use(ann, { sessionId }, async ({ record }) => {
    record.name = 'two';
  });
  await sessions.use(ann, { sessionId }, () => Promise.reject(new Error('no change'))).catch(() => {});
  await sessions.close(ann, sessionId);
  stop();
  await sessions.create(ann, app('three'));
  expect(heard).toEqual(['ann one open', 'ann two open', 'ann two closed']);
});

function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

test('reports the rev under which a call was saved, and none when it fails', async () => {
  const sessions = make();
  const { sessionId, rev } = await sessions.create(ann, app('A'));
  const saved: number[] = [];
  await sessions.use(ann, { sessionId }, async (session) => session.onSaved((next) => saved.push(next)));
  expect(saved).toEqual([(await sessions.get(ann, sessionId)).rev]);
  expect(saved).toEqual([rev + 1]);
  const failing = sessions.use(ann, { sessionId }, async (session) => {
    session.onSaved((next) => saved.push(next));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(saved).toHaveLength(1);
});
