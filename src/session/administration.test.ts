import { describe, expect, it } from 'vitest';
import { callSessions } from '../ask/calls/call-sessions.ts';
import { createLogger } from '../lib/logger.ts';
import { appSessions } from '../lowdefy/app-sessions.ts';
import { createMemoryStore } from '../stores/memory-store.ts';
import { Administration } from './administration.ts';
import type { AuditLine } from './audit-line.ts';
import { defaultLimits } from './limits.ts';
import type { SessionStore } from './session-store.ts';
import { type Actor, Sessions } from './sessions.ts';
import { settleEnded } from './settle-ended.ts';

const GRACE: Actor = { userId: 'grace', kind: 'person', name: 'Grace' };
const ADA: Actor = { userId: 'ada', kind: 'agent', name: 'Claude' };
const BOB: Actor = { userId: 'bob', kind: 'agent', name: 'Claude' };
const DAY = 24 * 60 * 60_000;

function open(
  options: { retention?: Record<string, string>; now?: () => Date } = {},
  store = createMemoryStore(),
) {
  const sessions = new Sessions({
    store,
    limits: defaultLimits,
    kinds: [appSessions, callSessions, { kind: 'chat' }],
    log: createLogger('silent'),
    ...options,
  });
  return { sessions, store, administration: new Administration(sessions) };
}

async function all(lines: AsyncIterable<AuditLine>): Promise<AuditLine[]> {
  const found: AuditLine[] = [];
  for await (const line of lines) found.push(line);
  return found;
}

function call(params: Record<string, unknown>, more: Record<string, unknown> = {}) {
  return { call: { callId: 'call_1', tool: 'book', params, ...more } };
}

describe('ending a session of another user', () => {
  it('closes it, says who did in the error of the next call, and notes both', async () => {
    const { sessions, administration } = open();
    const made = await sessions.create(ADA, { kind: 'app', name: 'Cakes', data: { app: 'bakery' } });
    const changes: string[] = [];
    sessions.onChange(({ status, endedBy }, userId) => changes.push(`${userId} ${status} ${endedBy}`));
    expect(await administration.end(GRACE, made)).toMatchObject([{ status: 'closed', endedBy: 'Grace' }]);
    expect(changes).toEqual(['ada closed Grace']);
    await expect(sessions.use(ADA, made, async () => {})).rejects.toMatchObject({
      code: 'ended',
      message: expect.stringContaining('was ended by an administrator (Grace)'),
    });
    expect(
      (await all(administration.audit(GRACE, {}))).map(({ what, user, actor }) => [what, user, actor.name]),
    ).toEqual([
      ['admin.end', 'ada', 'Grace'],
      ['admin.export', 'grace', 'Grace'],
      ['create', 'ada', 'Claude'],
      ['end', 'ada', 'Grace'],
    ]);
  });

  it('does not wait for a call that works on it: that call fails, and says who ended the session', async () => {
    const { sessions, administration } = open();
    const made = await sessions.create(ADA, { kind: 'app', name: 'Cakes' });
    const call = sessions.use(ADA, made, async () => {
      await administration.end(GRACE, made);
    });
    await expect(call).rejects.toMatchObject({ code: 'ended', message: expect.stringContaining('Grace') });
  });

  it('ends what is part of it, and settles its questions where no server runs them', async () => {
    const { sessions, administration } = open();
    const chat = await sessions.create(ADA, { kind: 'chat', name: 'Talk' });
    const data = call({}, { conversationId: chat.sessionId });
    const part = await sessions.create(ADA, { kind: 'tool', name: 'book', data });
    const other = await sessions.create(ADA, { kind: 'tool', name: 'book', data: call({}) });
    const asked = { op: 'asked', id: '1', key: 'seat', seq: 1, message: 'Which seat?' };
    const actor = { kind: 'system', userId: 'ada', name: 'book' } as const;
    await sessions.append(part, [{ timestamp: part.createdAt, actor, action: 'tool.asked', ...asked }]);
    const ended = await administration.end(GRACE, chat);
    expect(ended.map(({ sessionId }) => sessionId)).toEqual([chat.sessionId, part.sessionId]);
    expect(await settleEnded(sessions, ended)).toEqual([]);
    expect((await sessions.history(part)).at(-1)).toMatchObject({
      action: 'tool.cancelled',
      reason: 'An administrator (Grace) ended this session.',
    });
    expect((await sessions.find(other))?.status).toBe('open');
    // Once is enough.
    const { length } = await sessions.history(part);
    await settleEnded(sessions, ended);
    expect(await sessions.history(part)).toHaveLength(length);
  });

  it('ends all open sessions of a user, and nobody else’s', async () => {
    const { sessions, administration } = open();
    for (const kind of ['app', 'chat', 'app']) await sessions.create(ADA, { kind, name: kind });
    const bobs = await sessions.create(BOB, { kind: 'app', name: 'B' });
    expect(await administration.endAll(GRACE, 'ada', 'app')).toHaveLength(2);
    expect(await administration.endAll(GRACE, 'ada')).toHaveLength(1);
    expect(await administration.endAll(GRACE, 'ada')).toHaveLength(0);
    expect((await sessions.find(bobs))?.status).toBe('open');
  });

  it('refuses what is closed, unknown, or the trail itself', async () => {
    const { sessions, administration, store } = open();
    const made = await sessions.create(ADA, { kind: 'app', name: 'Cakes' });
    await administration.end(GRACE, made);
    await expect(administration.end(GRACE, made)).rejects.toMatchObject({ code: 'ended' });
    await expect(administration.end(GRACE, { ...made, userId: 'bob' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(administration.checkUser('adaa')).rejects.toMatchObject({
      message: 'User "adaa" has no sessions. Did you mean "ada"?',
    });
    const trail = (await store.listAll?.({ kind: 'audit' }))?.sessions[0];
    expect(trail).toBeDefined();
    if (trail) await expect(administration.end(GRACE, trail)).rejects.toMatchObject({ code: 'not_found' });
    expect((await administration.list({})).sessions.map(({ userId }) => userId)).toEqual(['ada']);
  });
});

describe('the audit trail', () => {
  it('has one shape for all kinds, with secrets masked', async () => {
    const { sessions, administration } = open();
    const app = await sessions.create(ADA, { kind: 'app', name: 'Cakes', data: { app: 'bakery' } });
    await sessions.use(ADA, app, async (session) =>
      session.log('set_value', { blockId: 'name', value: 'x'.repeat(6000), success: false, error: 'No.' }),
    );
    const tool = await sessions.create(ADA, { kind: 'tool', name: 'book', data: call({}) });
    const timestamp = tool.createdAt;
    const answer = {
      action: 'accept',
      content: { seat: '1A', password: 'hunter2', nested: [{ apiKey: 'k' }] },
    };
    const actor = { kind: 'person', userId: 'ada', name: 'Ada' } as const;
    await sessions.append(tool, [
      { timestamp, actor, action: 'tool.answered', id: '1', key: 'seat', seq: 1, answer },
    ]);
    const lines = await all(administration.audit(GRACE, { user: 'ada' }));
    lines.sort((a, b) => b.kind.localeCompare(a.kind));
    expect(lines).toMatchObject([
      { what: 'create', kind: 'tool', subject: 'book', session: tool.sessionId, outcome: 'ok' },
      {
        what: 'tool.answered',
        user: 'ada',
        actor: { kind: 'person', name: 'Ada', user: 'ada' },
        outcome: 'accepted',
        detail: { answer: { content: { seat: '1A', password: '••••', nested: [{ apiKey: '••••' }] } } },
      },
      { what: 'create', kind: 'app', subject: 'bakery', name: 'Cakes' },
      { what: 'set_value', outcome: 'failed', detail: { value: '(6000 characters)' } },
    ]);
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });

  it('is cut by time, user and kind', async () => {
    const { sessions, administration } = open();
    const made = await sessions.create(ADA, { kind: 'app', name: 'Cakes' });
    const actor = { kind: 'person', userId: 'bob', name: 'Bob' } as const;
    for (const day of ['01', '02', '03'])
      await sessions.append(made, [
        { timestamp: `2020-01-${day}T12:00:00.000Z`, actor, action: `on ${day}` },
      ]);
    const what = async (query: Parameters<Administration['audit']>[1]) =>
      (await all(administration.audit(GRACE, query))).map((line) => line.what);
    const range = { from: new Date('2020-01-02'), to: new Date('2020-01-03T12:00:00Z') };
    expect(await what(range)).toEqual([]);
    // Histories of before the session was made do not exist; the session began then.
    const { store } = sessions;
    await store.adopt?.(
      { ...made, rev: 9, createdAt: '2020-01-01T00:00:00.000Z' },
      await sessions.history(made),
    );
    expect(await what(range)).toEqual(['on 02']);
    expect(await what({ ...range, user: 'ada' })).toEqual(['on 02']);
    expect(await what({ ...range, user: 'bob' })).toEqual(['on 02']);
    expect(await what({ ...range, user: 'eve' })).toEqual([]);
    expect(await what({ ...range, kind: 'app' })).toEqual(['on 02']);
    expect(await what({ ...range, kind: 'tool' })).toEqual([]);
  });

  it('reads long histories in parts and misses nothing', async () => {
    const { sessions, store } = open();
    const made = await sessions.create(ADA, { kind: 'app', name: 'Cakes' });
    const actor = { kind: 'agent', userId: 'ada', name: 'Claude' } as const;
    const entry = (n: number) => ({ timestamp: made.createdAt, actor, action: 'note', n });
    await sessions.append(
      made,
      Array.from({ length: 2_500 }, (_, n) => entry(n)),
    );
    const parts: unknown[] = [];
    const watched = open({}, watchReads(store, parts));
    const lines = await all(watched.administration.audit(GRACE, { user: 'ada' }));
    expect(lines.slice(1).map(({ detail }) => detail.n)).toEqual(Array.from({ length: 2_500 }, (_, n) => n));
    expect(parts).toContainEqual({ after: 1000, limit: 1000 });
  });
});

describe('retention', () => {
  it('keeps ended sessions by kind, and says which are gone', async () => {
    let days = 0;
    const now = () => new Date(Date.now() + days * DAY);
    const { sessions, administration } = open({ retention: { tool: '90d', chat: '12h' }, now });
    const made = new Map<string, string>();
    for (const kind of ['app', 'tool', 'chat']) {
      const session = await sessions.create(ADA, { kind, name: kind });
      made.set(kind, session.sessionId);
      await sessions.close(ADA, session.sessionId);
    }
    const waiting = await sessions.create(ADA, { kind: 'tool', name: 'waits' });
    const kept = async () =>
      (await administration.list({ userId: 'ada' })).sessions.map(({ name }) => name).sort();
    await sessions.sweep();
    expect(await kept()).toEqual(['app', 'chat', 'tool', 'waits']);
    days = 1;
    await sessions.sweep();
    expect(await kept()).toEqual(['app', 'tool', 'waits']);
    days = 31;
    await sessions.sweep();
    expect(await kept()).toEqual(['tool', 'waits']);
    days = 91;
    await sessions.sweep();
    expect(await kept()).toEqual(['waits']);
    expect((await sessions.find(waiting))?.status).toBe('open');
    const gone = (await all(administration.audit(GRACE, { user: 'ada' }))).filter(
      ({ outcome }) => outcome === 'deleted',
    );
    expect(gone).toMatchObject([
      {
        what: 'retention.delete',
        user: 'ada',
        session: made.get('chat'),
        kind: 'chat',
        detail: { kept: '12h' },
      },
      { session: made.get('app'), kind: 'app', detail: { kept: '30d' } },
      { session: made.get('tool'), kind: 'tool', detail: { kept: '90d' } },
    ]);
  });
});

function watchReads(store: SessionStore, parts: unknown[]): SessionStore {
  return {
    ...store,
    readLog(key, range) {
      parts.push(range);
      return store.readLog(key, range);
    },
  };
}
