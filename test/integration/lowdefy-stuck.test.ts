import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCleanup, fileAppears, tempDir } from './harness.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

const PLUGIN = fileURLToPath(new URL('../fixtures/plugins/trouble', import.meta.url));
/** Each keeps the process busy for a moment, all of them together far longer than the limit. */
const TOILERS = Array.from({ length: 120 }, (_, i) => {
  const toil = (id: string) => `{ id: ${id}, type: Toil, params: 20 }`;
  return `      - { id: toiler_${i}, type: Box, events: { onMount: [${toil('first')}, ${toil('second')}] } }\n`;
});
const app = (filename: string) => `lowdefy: 4.0.0-rc.11
plugins: [{ name: trouble-plugin }]
connections:
  - { id: gate, type: Gate, properties: { file: { _secret: GATE }, read: true } }
  - { id: db, type: Knex, properties: { client: sqlite3, connection: { filename: '${filename}' }, useNullAsDefault: true } }
pages:
  - id: home
    type: Box
    requests:
      - { id: wait, type: GateWait, connectionId: gate }
      - { id: one, type: KnexRaw, connectionId: db, properties: { query: select 1 as one } }
    blocks:
      - { id: text, type: TextInput }
      - { id: told, type: Paragraph, properties: { content: { _loop: { _state: text } } } }
      - { id: hoard, type: Button, events: { onClick: [{ id: hoard, type: Hoard }] } }
      - { id: pass, type: Button, events: { onClick: [{ id: wait, type: Request, params: wait }] } }
      - { id: ask, type: Button, events: { onClick: [{ id: one, type: Request, params: one }] } }
      - id: circle
        type: Button
        events:
          onClick:
            - { id: pause, type: SetState, params: { turned: true } }
            - { id: again, type: CallMethod, params: { blockId: circle, method: triggerEvent, args: [{ name: onClick }] } }
  - id: toil
    type: Box
    blocks:
${TOILERS.join('')}`;

const set = (value: string) => ({ type: 'setValue', blockId: 'text', value });
const click = (blockId: string) => ({ type: 'triggerEvent', blockId, event: 'onClick' });

let user: McpUser;
let gate: string;
beforeAll(async () => {
  ({ user, gate } = await start({ appBusySeconds: 2 }));
});

async function start(limits: object, filename = 'data.db'): Promise<{ user: McpUser; gate: string }> {
  const dir = join(tempDir(cleanup), 'app');
  mkdirSync(dir);
  writeFileSync(join(dir, 'lowdefy.yaml'), app(filename));
  writeFileSync(join(dir, 'tandem.yaml'), JSON.stringify({ mcp: { limits } }));
  cpSync(PLUGIN, join(dir, 'plugins/trouble'), { recursive: true });
  const file = join(dir, '../gate');
  return { user: await connect(cleanup, dir, { LOWDEFY_SECRET_GATE: file }), gate: file };
}

/** A session whose field was filled and saved. */
async function open(by = user, text = 'kept') {
  const { structured } = await by.call('session_create', { name: 'test' });
  const { sessionId } = structured as { sessionId: string };
  await by.call('navigate', { sessionId, pageId: 'home' });
  const act = (...actions: object[]) => by.call('interact', { sessionId, actions });
  await act(set(text));
  const read = async () =>
    JSON.parse((await by.call('get_state', { sessionId })).texts[0] ?? '').state.text as unknown;
  return { act, text: read };
}

test('an operator that loops costs its call, and sessions of the same engine continue where they were', async () => {
  // Two that came one after the other share a home.
  const [spinning, busy] = [await open(), await open()];
  const waiting = busy.act(set('lost'), click('pass'));
  await fileAppears(`${gate}.begun`);
  const stopped = await spinning.act(set('spin'));
  expect([stopped.isError, stopped.texts[0]]).toEqual([
    true,
    expect.stringMatching(/ran for 2 s without a pause \(mcp\.limits\.appBusySeconds\)/),
  ]);
  // Calls in flight next to it are told; nothing of them was saved.
  const { isError, texts } = await waiting;
  expect([isError, texts[0]]).toEqual([
    true,
    expect.stringContaining('one of 1 other calls in the same process'),
  ]);
  for (const { act, text } of [spinning, busy]) {
    expect(await text()).toBe('kept');
    expect((await act(set('after'), click('ask'))).log()).toMatchObject([
      { success: true },
      { success: true },
    ]);
    expect(await text()).toBe('after');
  }
});

test('a page with very many events takes as long as it takes', async () => {
  const { structured } = await user.call('session_create', { name: 'test' });
  const { sessionId } = structured as { sessionId: string };
  const { isError, texts, log } = await user.call('navigate', { sessionId, pageId: 'toil' });
  expect(isError, texts[0]).toBe(false);
  expect(log()).toEqual(TOILERS.map(() => expect.objectContaining({ action: 'onMount', success: true })));
});

test('events that trigger themselves forever are stopped', async () => {
  const circling = await open();
  const { isError, texts } = await circling.act(set('lost'), click('circle'));
  expect([isError, texts[0]]).toEqual([true, expect.stringContaining('without a pause')]);
  expect(await circling.text()).toBe('kept');
});

test('code that uses all memory costs its call, and affects no others', async () => {
  // Filling it may take long on a busy machine.
  const { user: small } = await start({ appBusySeconds: 120, appMemoryMb: 128 });
  const [hoarding, neighbour] = [await open(small), await open(small)];
  const { isError, texts } = await hoarding.act(set('lost'), click('hoard'));
  expect([isError, texts[0]]).toEqual([
    true,
    expect.stringMatching(
      /more than 128 MB of memory \(mcp\.limits\.appMemoryMb\).*continues from where it was/,
    ),
  ]);
  for (const { act, text } of [hoarding, neighbour]) {
    expect(await text()).toBe('kept');
    expect((await act(set('after'), click('ask'))).log()).toMatchObject([
      { success: true },
      { success: true },
    ]);
  }
});

test('with a single engine, waiting calls are made on the next one', async () => {
  const { user: alone } = await start({ appBusySeconds: 2 }, ':memory:');
  for (let attempt = 1; ; attempt++) {
    const [spinning, other] = [await open(alone), await open(alone)];
    const stopped = spinning.act(set('spin'));
    const waited = await other.act(set('meanwhile'), click('ask'));
    expect((await stopped).isError).toBe(true);
    // A call that began first ended with it, and did not wait.
    if (waited.isError && attempt < 5) continue;
    expect(waited.log()).toMatchObject([{ success: true }, { success: true }]);
    expect([await spinning.text(), await other.text()]).toEqual(['kept', 'meanwhile']);
    return;
  }
});
