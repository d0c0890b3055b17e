import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { startWorkerThread } from '../../src/live/lua/lua-thread.ts';
import { buildWorker } from './build-worker.ts';
import { type OpenOptions, openSession, type TestSession } from './open-session.ts';

const SMALL = { callMs: 200, memoryBytes: 32 * 1024 * 1024 };
/** Exponential in C, where no clock of Lua's looks. */
const BLOW_UP = 'return (("a"):rep(60)):find(("a-"):rep(30) .. "b")';

const open: TestSession[] = [];
async function openInWorker(options: OpenOptions = {}): Promise<TestSession> {
  const session = await openSession({ limits: SMALL, ...options, thread: startWorkerThread });
  open.push(session);
  return session;
}

beforeAll(buildWorker, 120_000);
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ runtime }) => runtime.close()));
});

const APP = `App = session:prototype("App", { n = 1 })
function App:blow() ${BLOW_UP} end
contacts = App:new()`;

test('what Lua cannot stop loses its thread; files and shown app come back, the page is told', async () => {
  const session = await openInWorker({ files: { 'apps/contacts/app.lua': APP } });
  const other = await openInWorker();
  await other.run('mine = 1');
  expect((await session.runtime.display('contacts')).failure).toBeUndefined();
  await session.run('contacts.n = 5 lost = true');
  const page = await session.page();
  const n = await page.create(1, 'value.n');
  expect(page.values.get(n)).toBe(5);

  const failure = await session.fail(BLOW_UP);
  expect(failure.message).toMatch(/200 ms.*restarted/s);
  expect(session.restarts).toHaveLength(1);
  expect(page.general).toEqual([expect.objectContaining({ code: 'session-restarted' })]);
  expect(await session.run('return { mcp.value.n, lost == nil }')).toEqual([1, true]);
  expect(await other.run('return mine')).toBe(1);

  await page.update(n, 7);
  expect(page.errors.get(n)?.code).toBe('session-restarted');
  const again = await session.page();
  const fresh = await again.create(1, 'value.n');
  expect(again.values.get(fresh)).toBe(1);
});

test('a page whose action is lost hears of it', async () => {
  const session = await openInWorker({ files: { 'apps/contacts/app.lua': APP } });
  await session.runtime.display('contacts');
  const page = await session.page();
  const blow = await page.create(1, 'value.blow()?access=action');
  await page.update(blow, null);
  expect(page.general).toEqual([expect.objectContaining({ code: 'session-restarted' })]);
  expect(await session.run('return 1')).toBe(1);
});

test('files that cannot be loaded do not stop the session from coming up', async () => {
  const session = await openInWorker({ files: { 'main.lua': BLOW_UP } });
  expect(session.restarts).toHaveLength(1);
  expect(await session.run('return 1')).toBe(1);
});

test('a polite stop keeps the thread and its data', async () => {
  // Time enough, on a busy machine too, for Lua's own clock to come first.
  const session = await openInWorker({ limits: { ...SMALL, callMs: 1500 } });
  await session.run('kept = "yes"');
  const failure = await session.fail('local n = 0\nwhile true do n = n + 1 end');
  expect(failure).toMatchObject({ where: 'ui_run:2', traceback: expect.stringContaining('ui_run:2') });
  expect(await session.run('return kept')).toBe('yes');
  expect(session.restarts).toEqual([]);
});

test('calls are done in the order in which they came', async () => {
  const session = await openInWorker();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      session.runtime.run(`order = (order or "") .. "${i}," return order`),
    ),
  );
  expect(JSON.stringify(answers.at(-1))).toContain('17,18,19,');
});

test('timers run in turn, and what they change is pushed', async () => {
  const session = await openInWorker({ files: { 'apps/contacts/app.lua': APP } });
  await session.runtime.display('contacts');
  const page = await session.page();
  const n = await page.create(1, 'value.n');
  await session.run(`
    session:setImmediate(function() mcp.pushState({ at = "once" }) end)
    local never = session:setTimeout(function() contacts.n = -1 end, 20)
    session:clearTimeout(never)
    ticks = session:setInterval(function() contacts.n = contacts.n + 1 if contacts.n > 3 then session:clearInterval(ticks) end end, 10)
    session:setTimeout(function() error("in a timer") end, 0)`);
  await vi.waitFor(() => expect(page.values.get(n)).toBe(4), { timeout: 150_000 });
  await vi.waitFor(() => expect(session.logged()).toContain('in a timer'), { timeout: 150_000 });
  expect(session.events).toEqual([{ at: 'once' }]);
});

test('a closed session says so', async () => {
  const session = await openInWorker();
  await session.runtime.close();
  await expect(session.runtime.run('return 1')).rejects.toMatchObject({ code: 'ended' });
});
