import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Area } from '../../src/area/area.ts';
import type { CallContext } from '../../src/area/call-context.ts';
import type { Principal } from '../../src/auth/principal.ts';
import { loadApp } from '../../src/lowdefy/app/load-app.ts';
import { appCallSessions, appSessions } from '../../src/lowdefy/app-sessions.ts';
import { createLowdefyArea } from '../../src/lowdefy/lowdefy-area.ts';
import { createLocalRunner } from '../../src/lowdefy/runner/local-runner.ts';
import { defaultLimits } from '../../src/session/limits.ts';
import { Sessions } from '../../src/session/sessions.ts';
import { createMemoryStore } from '../../src/stores/memory-store.ts';
import { createCleanup } from './harness.ts';
import { linkLowdefy } from './lowdefy/test-lowdefy.ts';
import { copyForms } from './named/copy-forms.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
const log = { debug() {}, info() {}, warn() {}, error() {} };
const principal: Principal = {
  userId: 'ann',
  roles: [],
  user: { id: 'ann' },
  kind: 'agent',
  name: 'Ann',
  local: true,
};
/** The user's own are used up. */
const limits = { ...defaultLimits, maxSessionsPerUser: 3 };
const sessions = new Sessions({
  store: createMemoryStore(),
  limits,
  kinds: [appSessions, appCallSessions],
  log,
});
let area: Area;
beforeAll(async () => {
  const { dir } = copyForms(cleanup, '');
  linkLowdefy(dir);
  const app = await loadApp({ dir, log, env: {}, settings: { expose: 'forms' } });
  cleanup.add(() => app.close());
  area = createLowdefyArea({ forms: async () => createLocalRunner(app) });
  for (const name of ['a', 'b', 'c']) await sessions.create(principal, { kind: 'app', name, data: {} });
});

const notify = { toolsChanged() {}, promptsChanged() {}, resourcesChanged() {}, resourceUpdated() {} };

async function call(name: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  const tools = (await area.toolsFor?.(principal, notify)) ?? [];
  const tool = tools.find((one) => one.name === name);
  const ctx = { principal, sessions, signal: new AbortController().signal } as CallContext;
  const result = await tool?.handle(args, ctx);
  return (result as { structured: Record<string, unknown> }).structured;
}

async function openNames(): Promise<string[]> {
  const { sessions: open } = await sessions.list(principal, { status: 'open' });
  return open.map(({ name }) => name).sort();
}

test('calls that succeed leave no open session, however many there are', async () => {
  for (let n = 0; n < 8; n++) expect(await call('order', { title: `${n}` })).toMatchObject({ ok: true });
  for (let n = 0; n < 5; n++) await call('options_assign', { field: 'team' });
  expect(await openNames()).toEqual(['a', 'b', 'c']);
});

test('calls that fail leave theirs, apart from those of the user, and the oldest make room', async () => {
  const failed: unknown[] = [];
  for (let n = 0; n < 5; n++)
    failed.push((await call('order', { title: 'x', fixed: [{ text: 'y' }] })).sessionId);
  expect(await openNames()).toEqual(['Order', 'Order', 'Order', 'a', 'b', 'c']);
  const { status } = await sessions.get(principal, String(failed[0]));
  expect(status).toBe('closed');
  expect(await call('order', { sessionId: failed[4], title: 'x', fixed: [] })).toMatchObject({ ok: true });
  expect((await sessions.get(principal, String(failed[4]))).status).toBe('open');
});
