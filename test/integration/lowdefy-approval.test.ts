import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { write } from '../fixtures/write-files.ts';
import { createCleanup, tempDir } from './harness.ts';
import type { McpAnswer, McpUser } from './lowdefy/mcp-client.ts';
import type { Person } from './sharing/person.ts';
import { serveTeam, structured, TEAM, type Team } from './sharing/team.ts';

const cleanup = createCleanup();
let team: Team;
let agent: McpUser;
let ann: Person;
beforeAll(async () => {
  const dir = join(tempDir(cleanup), 'shop');
  write(dir, { 'lowdefy.yaml': APP, 'tandem.yaml': TEAM + SETTINGS });
  team = await serveTeam(cleanup, dir);
  agent = await team.agent('agent-of-ann');
  ann = await team.person('ann');
});
afterAll(cleanup.run);

const APP = `lowdefy: 4.0.0-rc.11
pages:
  - id: home
    type: Box
    blocks:
      - id: amount
        type: NumberInput
        properties: { title: Amount }
      - id: pay
        type: Button
        properties: { title: Pay now }
        events:
          onClick:
            - { id: count, type: SetState, params: { paid: { _sum: [{ _if_none: [{ _state: paid }, 0] }, { _state: amount }] } } }
      - id: note
        type: TextInput
`;
const SETTINGS = `  pages:
    home:
      blocks:
        pay: { confirm: "Pay {{ amount }} euros?" }
`;

async function open() {
  const { sessionId } = structured<{ sessionId: string }>(await agent.call('session_create', { name: 'x' }));
  const { texts } = await agent.call('navigate', { sessionId, pageId: 'home' });
  const interact = (actions: object[], more: object = {}) =>
    agent.call('interact', { sessionId, actions, ...more });
  const state = async () =>
    (JSON.parse((await agent.call('get_state', { sessionId })).texts[0] ?? '') as { state: object }).state;
  const answer = (askId: string, content: object) =>
    ann.post(`/api/asks/${askId}`, { action: 'accept', content });
  return { page: texts[0], interact, state, answer };
}

const PAY = { type: 'triggerEvent', blockId: 'pay', event: 'onClick' };
const set = (value: number) => ({ type: 'setValue', blockId: 'amount', value });

function waiting({ texts }: McpAnswer): { askId: string; message: string } {
  return JSON.parse(texts[0] ?? '') as { askId: string; message: string };
}

test('nothing runs before the yes; then all of it runs, once', async () => {
  const { page, interact, state, answer } = await open();
  expect(page).toMatch(/<button id="pay"[^>]* approval="needed"/);
  const asked = waiting(await interact([set(120), PAY], { reason: 'The invoice is due.' }));
  expect(asked.message).toBe(
    'Pay 120 euros?\n\n• Set Amount to 120\n• Click Pay now\nReason: The invoice is due.',
  );
  expect(await state()).not.toHaveProperty('paid');
  expect((await answer(asked.askId, { decision: 'approve' })).status).toBe(200);
  const done = await agent.call('ask_result', { askId: asked.askId, waitSeconds: 10 });
  expect(done).toMatchObject({ isError: false });
  expect(await state()).toMatchObject({ amount: 120, paid: 120 });
  // Its result again, and not the work.
  await agent.call('ask_result', { askId: asked.askId });
  expect(await state()).toMatchObject({ paid: 120 });
});

test('a no, with a note, is told to the agent, and the same call asks again', async () => {
  const { interact, state, answer } = await open();
  const { askId } = waiting(await interact([set(120), PAY]));
  await answer(askId, { decision: 'decline', note: 'Too early' });
  const told = await agent.call('ask_result', { askId, waitSeconds: 10 });
  expect(told.texts.join()).toContain('Ann declined: Too early. Nothing was done.');
  expect(await state()).not.toHaveProperty('paid');
  expect(waiting(await interact([set(120), PAY])).askId).not.toBe(askId);
});

test('the person may change what is set before they approve', async () => {
  const { interact, state, answer } = await open();
  const { askId } = waiting(await interact([set(120), PAY]));
  // Nor can an agent's credential answer for them.
  const byAgent = await fetch(`http://localhost:${team.ui}/api/asks/${askId}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${team.keyOf('agent-of-ann')}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ action: 'accept', content: { decision: 'approve' } }),
  });
  expect(byAgent.status).toBe(401);
  await answer(askId, { decision: 'approve', value1: 100 });
  await agent.call('ask_result', { askId, waitSeconds: 10 });
  expect(await state()).toMatchObject({ amount: 100, paid: 100 });
});

test('a yes to what has changed since is not enough: it is asked again', async () => {
  const { interact, state, answer } = await open();
  const { askId } = waiting(await interact([PAY]));
  await interact([set(999)]);
  await answer(askId, { decision: 'approve' });
  const again = waiting(await agent.call('ask_result', { askId, waitSeconds: 10 }));
  expect(again.askId).not.toBe(askId);
  expect(again.message).toContain('Pay 999 euros?');
  expect(await state()).not.toHaveProperty('paid');
  await answer(again.askId, { decision: 'approve' });
  await agent.call('ask_result', { askId: again.askId, waitSeconds: 10 });
  expect(await state()).toMatchObject({ paid: 999 });
});

test('what needs no approval is done at once', async () => {
  const { interact, state } = await open();
  const done = await interact([set(5), { type: 'setValue', blockId: 'note', value: 'x' }]);
  expect(done.log()).toMatchObject([{ success: true }, { success: true }]);
  expect(await state()).toMatchObject({ amount: 5, note: 'x' });
});
