import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCleanup } from '../harness.ts';
import type { McpAnswer, McpUser } from '../lowdefy/mcp-client.ts';
import type { Person } from './person.ts';
import { startTeam, structured, type Team } from './team.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

let team: Team;
let ann: McpUser;
let helper: McpUser;
let ben: McpUser;
let cy: McpUser;
let annPage: Person;
let benPage: Person;
let cyPage: Person;

beforeAll(async () => {
  team = await startTeam(cleanup);
  [ann, helper, ben, cy] = await Promise.all([
    team.agent('agent-of-ann'),
    team.agent('second-of-ann'),
    team.agent('agent-of-ben'),
    team.agent('agent-of-cy'),
  ]);
  [annPage, benPage, cyPage] = await Promise.all([team.person('ann'), team.person('ben'), team.person('cy')]);
});

async function createSession(name: string): Promise<string> {
  const { sessionId } = structured<{ sessionId: string }>(
    await ann.call('session_create', { name, pageId: 'order' }),
  );
  return sessionId;
}

const share = (sessionId: string, whom: object, may: string[]) =>
  ann.call('session_share', { sessionId, ...whom, may });

const setTitle = (value: string) => ({ actions: [{ type: 'setValue', blockId: 'title', value }] });

/** The same by a component of the real client. */
const SET_BY_CLIENT = { visit: 1, calls: [{ type: 'setValue', blockId: 'title', value: 'x' }] };

type Line = { verb: string; actor: { kind: string; userId: string; name: string }; [key: string]: unknown };

/** The history, as the owner's page has it. */
async function historyOf(sessionId: string): Promise<Line[]> {
  const { history } = (await annPage.follow(`/ws/apps/${sessionId}`).next()) as { history: Line[] };
  return history;
}

const unknownOf = (sessionId: string) => `sess_${[...sessionId.slice(5)].reverse().join('')}`;

const said = ({ texts, isError }: McpAnswer, sessionId: string) => ({
  isError,
  texts: texts.map((text) => text.replaceAll(sessionId, 'ID')),
});

test('a session that is not shared looks like a missing one, to tools, pages and sockets', async () => {
  const sessionId = await createSession('Secret plans');
  const unknown = unknownOf(sessionId);
  const calls: [string, object][] = [
    ['interact', setTitle('x')],
    ['navigate', { pageId: 'order' }],
    ['get_state', {}],
    ['get_pages', {}],
    ['session_close', {}],
    ['session_share', {}],
    ['session_share', { user: 'ben', may: ['act'] }],
  ];
  for (const [tool, args] of calls) {
    const foreign = said(await ben.call(tool, { sessionId, ...args }), sessionId);
    expect(foreign, tool).toEqual(said(await ben.call(tool, { sessionId: unknown, ...args }), unknown));
    expect(foreign.texts[0]).toContain('not found');
  }
  for (const path of ['close', 'shares']) {
    const answers = [];
    for (const id of [sessionId, unknown]) {
      const response = await benPage.post(`/api/sessions/${id}/${path}`, { user: 'ben', may: ['view'] });
      answers.push([response.status, (await response.text()).replaceAll(id, 'ID')]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toBe(404);
  }
  for (const id of [sessionId, unknown])
    for (const path of [`/ws/apps/${id}`, `/ws/apps/${id}/replica`])
      expect(await benPage.follow(path).closed).toBe(1006);
  for (const id of [sessionId, unknown]) {
    expect((await benPage.get(`/api/apps/${id}/client`)).status).toBe(404);
    expect((await benPage.post(`/api/apps/${id}/calls`, SET_BY_CLIENT)).status).toBe(404);
    expect((await benPage.post(`/api/apps/${id}/hold`, { step: 'pause' })).status).toBe(404);
  }
  expect(JSON.stringify((await ben.call('session_list')).structured)).not.toContain('Secret');
  expect((await historyOf(sessionId)).map(({ actor }) => actor.userId)).not.toContain('ben');
});

test('to view: the guest reads it and can change nothing', async () => {
  const sessionId = await createSession('To watch');
  await ann.call('interact', { sessionId, ...setTitle('Cake') });
  expect(structured(await share(sessionId, { user: 'ben' }, ['view']))).toEqual({
    sharedWith: [{ user: 'ben', may: ['view'] }],
  });
  expect(structured(await ben.call('session_list'))).toMatchObject({
    sessions: [{ sessionId, name: 'To watch', owner: 'Ann', may: ['view'] }],
  });
  expect((await ben.call('get_state', { sessionId })).texts[0]).toContain('"title":"Cake"');
  for (const [tool, args] of [
    ['interact', setTitle('x')],
    ['navigate', { pageId: 'order' }],
  ] as const) {
    const { isError, texts } = await ben.call(tool, { sessionId, ...args });
    expect([isError, texts[0]]).toEqual([true, expect.stringContaining('Ann shared this session with you')]);
  }
  expect((await ben.call('session_close', { sessionId })).texts[0]).toContain('Only the owner');
  expect((await ben.call('session_share', { sessionId, user: 'cy', may: ['view'] })).texts[0]).toContain(
    'Only the owner',
  );
  const page = benPage.follow(`/ws/apps/${sessionId}`);
  expect(await page.next()).toMatchObject({
    name: 'To watch',
    owner: 'Ann',
    may: ['view'],
    shareable: false,
  });
  for (const [path, body] of [
    [`/api/apps/${sessionId}`, setTitle('x')],
    [`/api/apps/${sessionId}/calls`, SET_BY_CLIENT],
    [`/api/apps/${sessionId}/hold`, { step: 'pause' }],
  ] as const) {
    const refused = await benPage.post(path, body);
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('to view only')]);
  }
  const { replica } = await benPage.follow(`/ws/apps/${sessionId}/replica`).next();
  expect(replica).toMatchObject({ pageId: 'order', state: { title: 'Cake' } });
  expect((await ann.call('get_state', { sessionId })).texts[0]).toContain('"title":"Cake"');
});

test('to act: each acts under their own name, and each reads what the others did', async () => {
  const sessionId = await createSession('Together');
  await share(sessionId, { user: 'ben' }, ['act']);
  await helper.call('get_state', { sessionId });
  await ben.call('interact', { sessionId, ...setTitle('By Ben') });
  await benPage.post(`/api/apps/${sessionId}`, setTitle('By Ben himself'));
  await annPage.post(`/api/apps/${sessionId}`, setTitle('By Ann'));
  const forAnn = await ann.call('interact', { sessionId, ...setTitle('By the agent') });
  expect(forAnn.log().slice(0, 3)).toMatchObject([
    { action: 'agent', by: "Ben's agent", did: [{ action: 'setValue', value: 'By Ben' }] },
    { action: 'person', by: 'Ben', did: [{ value: 'By Ben himself' }] },
    { action: 'person', did: [{ value: 'By Ann' }] },
  ]);
  const forHelper = await helper.call('interact', { sessionId, ...setTitle('By the helper') });
  expect(forHelper.log().map(({ by }) => by)).toEqual([
    "Ben's agent",
    'Ben',
    undefined,
    "Ann's agent",
    undefined,
  ]);
  const forBen = await ben.call('interact', { sessionId, ...setTitle('Again Ben') });
  expect(forBen.log().map(({ by }) => by)).toEqual([
    undefined,
    'Ann',
    "Ann's agent",
    "Ann's helper",
    undefined,
  ]);
  const names = (await historyOf(sessionId))
    .filter(({ verb }) => verb === 'set')
    .map(({ actor, rest }) => `${actor.kind} ${actor.name}:${String(rest).replace(' to', '')}`);
  expect(names).toEqual([
    "agent Ben's agent: By Ben",
    'person Ben: By Ben himself',
    'person Ann: By Ann',
    "agent Ann's agent: By the agent",
    "agent Ann's helper: By the helper",
    "agent Ben's agent: Again Ben",
  ]);
});

test('every access is in the history: shared, opened once per visit, revoked', async () => {
  const sessionId = await createSession('Observed');
  await share(sessionId, { role: 'sales' }, ['view']);
  const page = cyPage.follow(`/ws/apps/${sessionId}`);
  await page.next();
  await cy.call('get_state', { sessionId });
  await cy.call('get_state', { sessionId });
  await share(sessionId, { role: 'sales' }, []);
  const seen = (await historyOf(sessionId))
    .filter(({ verb }) => /shar|opened the/.test(verb))
    .map(({ verb, actor, label }) => [verb, actor.kind, actor.name, label]);
  expect(seen).toEqual([
    ['shared it with', 'agent', "Ann's agent", 'everyone with the role sales'],
    ['opened the session', 'person', 'Cy', undefined],
    ['opened the session', 'agent', "Cy's agent", undefined],
    ['stopped sharing it with', 'agent', "Ann's agent", 'everyone with the role sales'],
  ]);
});

test('a revoked share ends at once: the next call finds nothing, and open pages are closed', async () => {
  const sessionId = await createSession('For a while');
  await share(sessionId, { user: 'ben' }, ['act']);
  const page = benPage.follow(`/ws/apps/${sessionId}`);
  await page.next();
  const home = benPage.follow('/ws');
  const isListed = ({ sessions }: Record<string, unknown>) =>
    JSON.stringify(sessions ?? '').includes(sessionId);
  const listed = await home.until(isListed);
  expect(JSON.stringify(listed)).toContain('"owner":"Ann"');
  await ben.call('interact', { sessionId, ...setTitle('Hi') });
  expect(structured(await share(sessionId, { user: 'ben' }, []))).toEqual({ sharedWith: [] });
  expect(await page.closed).toBe(4404);
  await home.until(
    ({ type, sessions }) => type === 'sessions' && !JSON.stringify(sessions).includes(sessionId),
  );
  const unknown = unknownOf(sessionId);
  expect(said(await ben.call('interact', { sessionId, ...setTitle('Ho') }), sessionId)).toEqual(
    said(await ben.call('interact', { sessionId: unknown, ...setTitle('Ho') }), unknown),
  );
});

test('a person shares on the page, sees with whom, and stops', async () => {
  const sessionId = await createSession('By hand');
  const path = `/api/sessions/${sessionId}/shares`;
  const given = await annPage.post(path, { role: 'sales', may: ['act', 'answer'] });
  expect(await given.json()).toMatchObject({
    name: 'By hand',
    href: `/apps/${sessionId}`,
    sharedWith: [{ role: 'sales', may: ['act', 'answer'] }],
    accesses: [{ verb: 'shared it with', actor: { kind: 'person', name: 'Ann' } }],
  });
  expect((await cy.call('interact', { sessionId, ...setTitle('x') })).isError).toBe(false);
  expect((await (await cyPage.get(path)).json()) as object).toMatchObject({
    error: expect.stringContaining('Only the owner'),
  });
  await annPage.post(path, { role: 'sales', may: [] });
  expect((await cyPage.get(path)).status).toBe(404);
});

test.each([
  [{ user: 'ben', role: 'sales', may: ['view'] }, 'either "user" or "role"'],
  [{ user: 'ben' }, 'Pass "may"'],
  [{ may: ['view'] }, 'Pass "user" or "role"'],
  [{ user: 'ann', may: ['view'] }, 'yours already'],
  [{ user: 'ben', may: ['own'] }, 'may'],
  [{ user: ' ', may: ['view'] }, 'user'],
])('session_share refuses %j', async (args, words) => {
  const sessionId = await createSession('Refused');
  const { isError, texts } = await ann.call('session_share', { sessionId, ...args });
  expect([isError, texts[0]]).toEqual([true, expect.stringContaining(words)]);
});
