import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCleanup } from './harness.ts';
import { openWorkbench, type Workbench } from './lowdefy/workbench.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench(cleanup);
});

const USERS: [string, Record<string, unknown> | null][] = [
  ['nobody', null],
  ['a user without roles', { id: 'u', roles: [] }],
  ['a member', { id: 'm', name: 'Mia', roles: ['member'] }],
  ['an admin', { id: 'a', name: 'Ann', roles: ['admin'] }],
  ['both', { id: 'b', roles: ['member', 'admin'] }],
];
const PAGES = ['home', 'account', 'members', 'admin'];

/** Why a page is refused, as get_pages says it. */
function reason(pageId: string, user: Record<string, unknown> | null): RegExp {
  const role = pageId === 'account' ? '' : `the role "\\w+"`;
  const why = user
    ? `needs ${role}, which this user does not have\\.`
    : `needs a signed-in user${role && ` with ${role}`}, and this session has none \\(mcp\\.user\\)\\.`;
  return new RegExp(`Page "${pageId}" ${why}`);
}

describe.each(USERS)('%s', (_name, user) => {
  test.each(PAGES)('may open page %s exactly if the app itself says so', async (pageId) => {
    const { app } = bench;
    const allowed = (await app.packages.api.getPageConfig(app.createApiContext(user), { pageId })) !== null;
    const opened = await bench.as(user).open();
    const { isError, text, log } = await opened.navigate(pageId);
    expect(isError).toBe(!allowed);
    if (!allowed) expect(text).toMatch(reason(pageId, user));
    else expect(log.every((item) => item.success)).toBe(true);
  });

  test.each(['account', 'members', 'admin'])(
    'may run the requests of page %s exactly if the app says so',
    async (pageId) => {
      const { app } = bench;
      const call = { blockId: 'x', pageId, payload: {}, requestId: `${pageId}_notes` };
      const says = await app.packages.api.callRequest(app.createApiContext(user), call).then(
        ({ response }) => ({ response }),
        (error: Error) => ({ error: error.message }),
      );
      const opened = await bench.as(user).open();
      const { isError } = await opened.navigate(pageId);
      const requests = isError ? undefined : (await opened.state()).requests;
      expect(requests?.[`${pageId}_notes`]).toEqual('response' in says ? says.response : undefined);
    },
  );

  test('sees in get_pages and in menus what it may open, and how many pages it may not', async () => {
    const { app } = bench;
    const context = app.createApiContext(user) as { authorize(page: object): boolean };
    const shown = app.pages.filter((page) => context.authorize(page) && page.pageId !== 'backstage');
    const { sessionId, navigate } = await bench.as(user).open();
    const { structured, text } = await bench.as(user).call('get_pages', { sessionId });
    const { pages, hidden } = structured as { pages: { pageId: string }[]; hidden: string };
    expect(pages.map((page) => page.pageId)).toEqual(shown.map((page) => page.pageId));
    const refused = app.pages.length - 1 - shown.length;
    if (refused > 0)
      expect(hidden).toContain(
        `${refused} more pages are hidden: ${user ? 'this user lacks the roles' : 'they need'}`,
      );
    expect(text).toContain('1 pages are excluded for agents');
    const { page } = await navigate('home');
    for (const pageId of ['members', 'admin'])
      expect(page.includes(`"${pageId}"`)).toBe(shown.some((one) => one.pageId === pageId));
    expect(page).toContain(`Hello ${user?.name ?? 'nobody'}`);
  });
});

test('changed roles change what a running session may do', async () => {
  const admin = bench.as({ id: 'x', roles: ['admin'] });
  const user = await admin.open('admin');
  const demoted = bench.as({ id: 'x', roles: [] });
  const { isError, text } = await demoted.call('navigate', { sessionId: user.sessionId, pageId: 'admin' });
  expect([isError, text]).toEqual([true, expect.stringContaining('Page "admin" needs the role "admin"')]);
  const { page, log } = await demoted.call('navigate', { sessionId: user.sessionId, pageId: 'home' });
  expect(page).not.toContain('"admin"');
  expect(JSON.stringify(log)).toContain(
    'page \\"admin\\" no longer exists, or this user may no longer open it',
  );
});

test("another user's session is not found", async () => {
  const { sessionId } = await bench.open('home');
  const other = bench.as({ id: 'other', roles: ['admin'] });
  for (const [tool, args] of [
    ['get_state', {}],
    ['get_pages', {}],
    ['navigate', { pageId: 'home' }],
    ['interact', { actions: [{ type: 'setGlobal', key: 'a', value: 1 }] }],
  ] as const) {
    const { isError, text } = await other.call(tool, { sessionId, ...args });
    expect([isError, text]).toEqual([true, expect.stringContaining(`Session "${sessionId}" not found`)]);
  }
});

describe('get_pages', () => {
  test('returns title, auth and the menu path', async () => {
    const { sessionId } = await bench.open();
    const { text } = await bench.call('get_pages', { sessionId, query: 'data' });
    expect(text.split('\n')[0]).toBe(
      JSON.stringify([{ pageId: 'data', title: 'Data', auth: 'public', menu: 'Work > Data' }]),
    );
  });

  test('returns as many as requested, and the rest by cursor', async () => {
    const { sessionId } = await bench.open();
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const { structured } = await bench.call('get_pages', {
        sessionId,
        limit: 4,
        ...(cursor ? { cursor } : {}),
      });
      const part = structured as { pages: { pageId: string }[]; cursor?: string };
      seen.push(...part.pages.map((page) => page.pageId));
      cursor = part.cursor;
    } while (cursor);
    expect(seen).toHaveLength(new Set(seen).size);
    expect(seen).toContain('guarded');
    const { isError } = await bench.call('get_pages', { sessionId, cursor: 'x' });
    expect(isError).toBe(true);
  });

  test('needs an open session', async () => {
    const { sessionId } = await bench.open();
    await bench.call('session_close', { sessionId });
    const { isError, text } = await bench.call('get_pages', { sessionId });
    expect([isError, text]).toEqual([true, expect.stringContaining('session_create')]);
  });
});
