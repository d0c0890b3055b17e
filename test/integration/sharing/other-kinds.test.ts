import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { firstOf, idOf, parseLines } from '../../fixtures/chat-client.ts';
import { copyFlights } from '../ask/flights.ts';
import { createCleanup, tempDir } from '../harness.ts';
import { openPage, refusalOf } from '../live/socket-page.ts';
import type { McpUser } from '../lowdefy/mcp-client.ts';
import type { Person } from './person.ts';
import { serveTeam, TEAM } from './team.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const turn = (content: string) => ({ messages: [{ role: 'user', content }] });
const share = (agent: McpUser, sessionId: string, may: string[]) =>
  agent.call('session_share', { sessionId, user: 'ben', may });

test('a conversation: watched and answered by another user, until it is no longer shared', async () => {
  const dir = tempDir(cleanup);
  copyFlights(dir);
  writeFileSync(join(dir, 'tandem.yaml'), TEAM);
  const team = await serveTeam(cleanup, dir);
  const [ann, annPage, benPage] = await Promise.all([
    team.agent('agent-of-ann'),
    team.person('ann'),
    team.person('ben'),
  ]);
  const read = async (response: Response) => parseLines(await response.text());
  const first = await read(await annPage.post('/api/chat', turn('Book a flight from New York to Lisbon.')));
  const id = idOf(first);
  const { elicitId, context } = firstOf(first, 'plugin_elicit_request');
  const { flights } = context as { flights: { id: string }[] };
  const answer = { action: 'accept', content: { flightId: flights[0]?.id } };

  const unknown = `sess_${[...id.slice(5)].reverse().join('')}`;
  const said = async (person: Person, of: string) => {
    const response = await person.get(`/api/chat/${of}`);
    return [response.status, (await response.text()).replaceAll(of, 'ID')];
  };
  expect(await said(benPage, id)).toEqual(await said(benPage, unknown));
  expect((await said(benPage, id))[0]).toBe(404);

  await share(ann, id, ['view']);
  expect(await (await benPage.get('/api/chat')).json()).toMatchObject({
    conversations: [{ conversationId: id, owner: 'Ann' }],
  });
  expect((await benPage.get(`/api/chat/${id}`)).status).toBe(200);
  expect((await benPage.post(`/api/chat/${id}/asks/${elicitId}`, answer)).status).toBe(403);
  expect((await benPage.post('/api/chat', { conversationId: id, ...turn('Hi') })).status).toBe(403);

  await share(ann, id, ['answer']);
  const followed = await benPage.get(`/api/chat/${id}/stream?after=0&follow=1`);
  expect((await benPage.post(`/api/chat/${id}/asks/${elicitId}`, answer)).status).toBe(200);
  expect(await annPage.follow(`/ws/asks/${elicitId}`).next()).toMatchObject({ ask: { answeredBy: 'Ben' } });

  await share(ann, id, []);
  // The stream ends by itself.
  expect(await followed.text()).toContain('Book a flight');
  expect(await said(benPage, id)).toEqual(await said(benPage, unknown));
});

test('a live UI: used by another user and their agent, until it is no longer shared', async () => {
  const dir = tempDir(cleanup);
  mkdirSync(join(dir, 'ui/apps/shop'), { recursive: true });
  writeFileSync(join(dir, 'ui/apps/shop/app.lua'), 'shop = { title = "shop" }\n');
  writeFileSync(join(dir, 'tandem.yaml'), `${TEAM}live: { users: [ann, ben], baseDir: ui }\n`);
  const team = await serveTeam(cleanup, dir);
  const [ann, ben, annPage, benPage] = await Promise.all([
    team.agent('agent-of-ann'),
    team.agent('agent-of-ben'),
    team.person('ann'),
    team.person('ben'),
  ]);
  await ann.call('ui_run', { sessionId: 'new', code: 'secret = "of ann"' });
  const listed = await annPage.follow('/ws').until(({ type }) => type === 'sessions');
  const sessionId = (listed.sessions as { kind: string; sessionId: string }[])[0]?.sessionId ?? '';
  const unknown = `sess_${[...sessionId.slice(5)].reverse().join('')}`;
  const run = async (id: string) => {
    const { texts, isError } = await ben.call('ui_run', { sessionId: id, code: 'return secret' });
    return [isError, texts[0]?.replaceAll(id, 'ID')];
  };
  expect(await run(sessionId)).toEqual(await run(unknown));
  expect((await run(sessionId))[0]).toBe(true);

  expect((await share(ann, sessionId, ['view'])).texts[0]).toContain('Share it with "act"');
  const url = `http://127.0.0.1:${team.ui}`;
  const cookie = await viewsCookie(benPage, sessionId);
  expect(await refusalOf(cleanup, { url, cookie, session: sessionId })).toBe(404);
  await share(ann, sessionId, ['act']);
  expect(await run(sessionId)).toEqual([false, expect.stringContaining('of ann')]);
  const page = await openPage(cleanup, { url, cookie, session: sessionId });
  await share(ann, sessionId, []);
  expect((await page.closed).code).toBe(4404);
  expect(await run(sessionId)).toEqual(await run(unknown));
});

/** The browser is sent to the origin of views with a code, which buys the cookie there. */
async function viewsCookie(person: Person, sessionId: string): Promise<string> {
  const sent = await person.get(`/live/${sessionId}/`, { redirect: 'manual' });
  const bought = await fetch(sent.headers.get('location') ?? '', { redirect: 'manual' });
  return bought.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}
