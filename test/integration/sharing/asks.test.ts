import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCleanup } from '../harness.ts';
import { type McpUser, toMcpUser } from '../lowdefy/mcp-client.ts';
import type { Person } from './person.ts';
import { startTeam, structured, type Team } from './team.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

let team: Team;
let ann: McpUser;
let annPage: Person;
let benPage: Person;
let cyPage: Person;

beforeAll(async () => {
  team = await startTeam(cleanup);
  ann = await team.agent('agent-of-ann');
  [annPage, benPage, cyPage] = await Promise.all([team.person('ann'), team.person('ben'), team.person('cy')]);
});

interface Waiting {
  status: string;
  askId: string;
  url: string;
  waitsFor?: string;
}

async function signOff(args: object): Promise<{ waiting: Waiting; note: string }> {
  const { texts } = await ann.call('sign_off', { amount: 100, ...args });
  return { waiting: JSON.parse(texts[0] ?? '') as Waiting, note: texts.slice(1).join('\n') };
}

const accept = (note: string) => ({ action: 'accept', content: { note } });

type Asks = { askId: string; waitsFor?: string; owner?: string; mayAnswer: boolean }[];
const ofAsk = (askId: string) => (message: Record<string, unknown>) =>
  (message.asks as Asks).find((ask) => ask.askId === askId);

test('a question for another user waits in their list, is theirs alone to answer, and names them', async () => {
  const bens = benPage.follow('/ws/asks');
  const anns = annPage.follow('/ws/asks');
  const cys = cyPage.follow('/ws/asks');
  expect(await bens.next()).toEqual({ asks: [] });
  const { waiting, note } = await signOff({ user: 'ben' });
  expect(waiting).toMatchObject({ status: 'waiting', waitsFor: 'ben' });
  expect(note).toContain('Only ben can answer');
  const { askId } = waiting;
  const forBen = ofAsk(askId)(await bens.until((message) => ofAsk(askId)(message) !== undefined));
  expect(forBen).toMatchObject({ owner: 'Ann', mayAnswer: true });
  const forAnn = ofAsk(askId)(await anns.until((message) => ofAsk(askId)(message) !== undefined));
  expect(forAnn).toMatchObject({ waitsFor: 'ben', mayAnswer: false });
  expect(await cys.next()).toEqual({ asks: [] });

  const byAnn = await annPage.post(`/api/asks/${askId}`, accept('by Ann'));
  expect([byAnn.status, await byAnn.text()]).toEqual([403, expect.stringContaining('is for ben')]);
  const unknown = 'ask_00000000000000000000000000-1';
  for (const [person, path] of [
    [cyPage, `/api/asks/${askId}`],
    [cyPage, `/api/asks/${unknown}`],
  ] as const) {
    const response = await person.post(path, accept('x'));
    expect(response.status).toBe(404);
  }
  const refused = [askId, unknown].map(async (id) =>
    (await (await cyPage.post(`/api/asks/${id}`, accept('x'))).text()).replaceAll(id, 'ID'),
  );
  expect(await refused[0]).toBe(await refused[1]);

  const byBen = await benPage.post(`/api/asks/${askId}`, accept('fine with me'));
  expect(await byBen.json()).toMatchObject({ status: 'answered', owner: 'Ann' });
  const result = await ann.call('ask_result', { askId, waitSeconds: 50 });
  expect(structured(result)).toMatchObject({ status: 'done', result: 'Signed: fine with me' });
  expect(await annPage.follow(`/ws/asks/${askId}`).next()).toMatchObject({
    ask: { status: 'answered', answeredBy: 'Ben' },
  });
  // What they were asked stays readable to them; the rest of the session does not become so.
  expect(await benPage.follow(`/ws/asks/${askId}`).next()).toMatchObject({ ask: { status: 'answered' } });
  const sessionId = askId.replace(/^ask_(\w+)-\d+$/, 'sess_$1');
  expect((await benPage.get(`/api/sessions/${sessionId}/shares`)).status).toBe(404);
  const ben = await team.agent('agent-of-ben');
  expect((await ben.call('ask_result', { askId })).texts[0]).toContain('not found');
});

test('a question for a role is answered by whoever has it', async () => {
  const { waiting } = await signOff({ role: 'sales' });
  const { askId } = waiting;
  expect(waiting.waitsFor).toBe('somebody with the role sales');
  expect((await benPage.post(`/api/asks/${askId}`, accept('x'))).status).toBe(404);
  expect((await cyPage.post(`/api/asks/${askId}`, accept('sold'))).status).toBe(200);
  const result = await ann.call('ask_result', { askId, waitSeconds: 50 });
  expect(structured(result)).toMatchObject({ result: 'Signed: sold' });
});

test('what the wrong person answers in their client does not count; the right one may', async () => {
  const asked: string[] = [];
  const client = new Client(
    { name: 'forms', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'auto' } },
  );
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message);
    return accept('in the client') as never;
  });
  const url = new URL(`http://127.0.0.1:${team.mcp}/mcp`);
  const requestInit = { headers: { Authorization: `Bearer ${team.keyOf('agent-of-ann')}` } };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
  cleanup.add(() => client.close());
  const withForms = toMcpUser(client);
  const { texts } = await withForms.call('sign_off', { amount: 7, user: 'ben' });
  expect(JSON.parse(texts[0] ?? '')).toMatchObject({ status: 'waiting', waitsFor: 'ben' });
  expect(asked).toEqual([]);
  const own = await withForms.call('sign_off', { amount: 8, user: 'ann' });
  expect([own.texts[0], asked]).toEqual(['Signed: in the client', ['Sign off 8?']]);
});

test('who may answer in a session answers the questions that its calls ask, until that ends', async () => {
  const { sessionId } = structured<{ sessionId: string }>(await ann.call('session_create', { name: 'Big' }));
  const { waiting } = await signOff({ amount: 1, sessionId });
  const { askId } = waiting;
  expect((await benPage.post(`/api/asks/${askId}`, accept('x'))).status).toBe(404);
  await ann.call('session_share', { sessionId, user: 'ben', may: ['act'] });
  expect((await benPage.post(`/api/asks/${askId}`, accept('x'))).status).toBe(404);
  await ann.call('session_share', { sessionId, user: 'ben', may: ['answer'] });
  const bens = benPage.follow('/ws/asks');
  await bens.until((message) => ofAsk(askId)(message)?.mayAnswer === true);
  await ann.call('session_share', { sessionId, user: 'ben', may: [] });
  await bens.until((message) => ofAsk(askId)(message) === undefined);
  expect((await benPage.post(`/api/asks/${askId}`, accept('x'))).status).toBe(404);
  await ann.call('session_share', { sessionId, user: 'ben', may: ['answer'] });
  expect((await benPage.post(`/api/asks/${askId}`, accept('as asked'))).status).toBe(200);
  const result = await ann.call('ask_result', { askId, waitSeconds: 50 });
  expect(structured(result)).toMatchObject({ result: 'Signed: as asked' });
});
