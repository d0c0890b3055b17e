import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { write } from '../fixtures/write-files.ts';
import { createCleanup, tempDir } from './harness.ts';
import type { McpAnswer, McpUser } from './lowdefy/mcp-client.ts';
import type { Person } from './sharing/person.ts';
import { serveTeam, structured, TEAM, type Team } from './sharing/team.ts';

const cleanup = createCleanup();
const requests: string[] = [];
let team: Team;
let agent: McpUser;
let ann: Person;
beforeAll(async () => {
  const bank = createServer((request, response) => {
    requests.push(request.url ?? '');
    response.end('"ok"');
  }).listen(0, '127.0.0.1');
  await once(bank, 'listening');
  cleanup.add(() => bank.close());
  const dir = join(tempDir(cleanup), 'shop');
  const { port } = bank.address() as AddressInfo;
  write(dir, { 'lowdefy.yaml': app(port), 'tandem.yaml': TEAM + SETTINGS });
  team = await serveTeam(cleanup, dir);
  agent = await team.agent('agent-of-ann');
  ann = await team.person('ann');
});
afterAll(cleanup.run);

const app = (port: number) => `lowdefy: 4.0.0-rc.11
connections:
  - { id: bank, type: AxiosHttp, properties: { baseURL: "http://127.0.0.1:${port}" } }
pages:
  - id: home
    type: Box
    requests:
      - id: transfer
        type: AxiosHttp
        connectionId: bank
        mcp: { confirm: "Transfer {{ amount }} euros?" }
        properties: { url: /transfer, method: post }
      - { id: audit, type: AxiosHttp, connectionId: bank, mcp: { confirm: true }, properties: { url: /audit } }
      - { id: balance, type: AxiosHttp, connectionId: bank, properties: { url: /balance } }
    blocks:
      - { id: amount, type: NumberInput, properties: { title: Amount } }
      - { id: memo, type: TextInput, properties: { title: Memo } }
      - { id: send, type: Button, events: { onClick: [{ id: t, type: Request, params: transfer }] } }
      - { id: look, type: Button, events: { onClick: [{ id: b, type: Request, params: balance }] } }
      - id: open
        type: Button
        events: { onClick: [{ id: o, type: CallMethod, params: { blockId: dialog, method: setOpen, args: [{ open: true }] } }] }
      - id: dialog
        type: Modal
        events: { onOpen: [{ id: a, type: Request, params: audit }] }
`;
const SETTINGS = `  tools:
    pay: { page: home, submit: send, confirm: "Pay {{ amount }}?" }
`;

const click = (blockId: string) => ({ type: 'triggerEvent', blockId, event: 'onClick' });
const set = (blockId: string, value: unknown) => ({ type: 'setValue', blockId, value });
const waiting = ({ texts }: McpAnswer) =>
  JSON.parse(texts[0] ?? '') as { askId: string; message: string; waitsFor?: string };
const approve = (askId: string, content: object = {}, by = ann) =>
  by.post(`/api/asks/${askId}`, { action: 'accept', content: { decision: 'approve', ...content } });
const result = async (askId: string, of = agent) =>
  structured<{ status: string; result?: unknown; error?: string }>(
    await of.call('ask_result', { askId, waitSeconds: 10 }),
  );

async function open() {
  requests.length = 0;
  const { sessionId } = structured<{ sessionId: string }>(await agent.call('session_create', { name: 'x' }));
  await agent.call('navigate', { sessionId, pageId: 'home' });
  return {
    sessionId,
    interact: (actions: object[], of = agent) => of.call('interact', { sessionId, actions }),
    state: async () =>
      (JSON.parse((await agent.call('get_state', { sessionId })).texts[0] ?? '') as { state: object }).state,
    post: (path: string, body: object) => ann.post(`/api/apps/${sessionId}${path}`, body),
  };
}

test('a request that needs approval is asked for at whatever runs it, and refused where that was not known', async () => {
  const { interact } = await open();
  const { askId, message } = waiting(await interact([set('amount', 7), click('send')]));
  expect(message).toContain('Transfer 7 euros?');
  expect(requests).toEqual([]);
  await approve(askId);
  expect(await result(askId)).toMatchObject({ status: 'done' });
  expect(requests).toEqual(['/transfer']);
  // Nothing says that opening the dialog runs it.
  const { texts } = await interact([click('open')]);
  expect(texts.join()).toContain(`"audit\\" needs a person's approval`);
  expect(requests).toEqual(['/transfer']);
});

test('a tool of the app waits for the yes, takes changed values, and runs once', async () => {
  requests.length = 0;
  const { tools } = await agent.client.listTools();
  const pay = tools.find(({ name }) => name === 'pay');
  expect([pay?.description, Object.keys(pay?.inputSchema.properties ?? {})]).toEqual([
    expect.stringContaining('A person must approve it.'),
    expect.arrayContaining(['amount', 'reason']),
  ]);
  const args = { amount: 3, memo: 'Rent', reason: 'It is due.' };
  const asked = waiting(await agent.call('pay', args));
  expect(asked.message).toContain('Pay 3?');
  expect(asked.message).toContain('Reason: It is due.');
  expect(requests).toEqual([]);
  // The same question again, and not another one.
  expect(waiting(await agent.call('pay', args)).askId).toBe(asked.askId);
  await approve(asked.askId, { value1: 2 });
  expect(await result(asked.askId)).toMatchObject({ status: 'done', result: { ok: true } });
  await result(asked.askId);
  expect(requests).toEqual(['/transfer']);

  const declined = waiting(await agent.call('pay', { amount: 4 }));
  await ann.post(`/api/asks/${declined.askId}`, { action: 'decline' });
  expect(await result(declined.askId)).toMatchObject({
    status: 'failed',
    error: 'Ann declined. Nothing was done.',
  });
  expect(requests).toEqual(['/transfer']);
});

test('with "ask me before each change", every change is asked for, also of a guest', async () => {
  const { sessionId, interact, state, post } = await open();
  await agent.call('session_share', { sessionId, user: 'ben', may: ['act'] });
  expect((await post('/hold', { askFirst: true })).status).toBe(204);
  const own = waiting(await interact([set('memo', 'a')]));
  expect(own.message).toContain('Set Memo to a');
  expect(await state()).not.toMatchObject({ memo: 'a' });
  await approve(own.askId);
  expect(JSON.stringify(await result(own.askId))).toContain('approved');
  expect(await state()).toMatchObject({ memo: 'a' });

  const bens = await team.agent('agent-of-ben');
  const other = waiting(await interact([set('memo', 'b')], bens));
  expect(other.waitsFor).toBe('ann');
  expect((await approve(other.askId, {}, await team.person('ben'))).status).toBe(403);
  expect((await approve(other.askId)).status).toBe(200);
  await result(other.askId, bens);
  expect(await state()).toMatchObject({ memo: 'b' });

  await post('/hold', { askFirst: false });
  await interact([set('memo', 'c')]);
  expect(await state()).toMatchObject({ memo: 'c' });
});

test('the last call of the agent can be undone until a request has run, and keeps what the person typed', async () => {
  const { interact, state, post } = await open();
  await interact([set('memo', 'before')]);
  await interact([set('memo', 'after'), set('amount', 9)]);
  await post('', { actions: [set('amount', 5)] });
  expect(await (await post('/undo', {})).json()).toEqual({ lost: 0 });
  const { texts } = await interact([set('memo', 'again')]);
  expect(texts.at(-1)).toContain('"action":"undo","undid":"Memo, Amount"');
  expect((await post('/undo', {})).status).toBe(200);
  expect(await state()).toMatchObject({ memo: 'before', amount: 5 });
  await interact([set('memo', 'again')]);
  await interact([click('look')]);
  const late = await post('/undo', {});
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining('can no longer be undone')]);
  expect(await state()).toMatchObject({ memo: 'again' });
});

test("an agent's credential opens none of the person's doors", async () => {
  const { sessionId } = await open();
  for (const path of [`/api/apps/${sessionId}/undo`, `/api/apps/${sessionId}/hold`, '/api/asks/ask_x-1']) {
    const response = await fetch(`http://localhost:${team.ui}${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${team.keyOf('agent-of-ann')}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ askFirst: false }),
    });
    expect(response.status).toBe(401);
  }
});
