import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogItem } from '../../src/lowdefy/bridge/recorder.ts';
import { recordAttacks } from '../attacks/record-attacks.ts';
import { createCleanup, tempDir } from './harness.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
const record = recordAttacks('Hidden buttons and dialogs');

/** Deleting is for admins: the button is hidden from others, and with it the only way to the confirmation. */
const APP = `lowdefy: 4.0.0-rc.11
connections:
  - { id: db, type: Knex, properties: { client: better-sqlite3, connection: { filename: data.db }, useNullAsDefault: true } }
pages:
  - id: home
    type: Box
    requests:
      - { id: drop, type: KnexRaw, connectionId: db, properties: { query: delete from things } }
    blocks:
      - id: delete
        type: Button
        visible: { _array.includes: { on: { _user: roles }, value: admin } }
        events: { onClick: [{ id: ask, type: CallMethod, params: { blockId: delete_confirm, method: open } }] }
      - id: delete_confirm
        type: ConfirmModal
        properties: { title: Delete everything? }
        events: { onOk: [{ id: go, type: Request, params: drop }] }
      - id: form
        type: Modal
        events: { onOk: [{ id: go, type: Request, params: drop }] }
        blocks: [{ id: in_form, type: TextInput }]
      - id: panel
        type: Drawer
        blocks: [{ id: in_panel, type: TextInput }]
      - { id: touched, type: TextInput }
      - { id: told, type: Message, properties: { content: Told } }
      - id: help
        type: Modal
        properties: { title: Help }
        blocks: [{ id: in_help, type: TextInput }]
      - id: shown
        type: List
        blocks: [{ id: shown.$.word, type: Paragraph, properties: { content: { _state: shown.$.word } } }]
      - id: notes
        type: List
        blocks: [{ id: notes.$.word, type: TextInput }]
      - { id: add_note, type: Button, events: { onClick: [{ id: add, type: CallMethod, params: { blockId: notes, method: pushItem } }] } }
    events:
      onInit: [{ id: fill, type: SetState, params: { shown: [{ word: one }, { word: two }] } }]
`;

let user: McpUser;
let sessionId: string;
let file: string;

async function open(roles: string[], settings: string): Promise<void> {
  const dir = join(tempDir(cleanup), 'app');
  mkdirSync(dir);
  writeFileSync(join(dir, 'lowdefy.yaml'), APP);
  writeFileSync(join(dir, 'tandem.yaml'), settings);
  file = join(dir, 'data.db');
  const db = new Database(file);
  db.exec('create table things (n integer); insert into things values (1)');
  db.close();
  user = await connect(cleanup, dir, { TANDEM_USER: JSON.stringify({ id: 'ann', name: 'Ann', roles }) });
  const { structured } = await user.call('session_create', { name: 'test' });
  sessionId = (structured as { sessionId: string }).sessionId;
  await user.call('navigate', { sessionId, pageId: 'home' });
}

async function act(action: object): Promise<LogItem> {
  const [item] = (await user.call('interact', { sessionId, actions: [action], view: 'none' })).log();
  if (!item) throw new Error('no line in the log');
  return item;
}

async function page(): Promise<string> {
  const actions = [{ type: 'setValue', blockId: 'touched', value: 'x' }];
  return (await user.call('interact', { sessionId, actions, view: 'full' })).texts[0] ?? '';
}

function things(): unknown {
  const db = new Database(file);
  const [row] = db.prepare('select count(*) as n from things').all() as { n: number }[];
  db.close();
  return row?.n;
}

const method = (blockId: string, name: string, ...args: unknown[]) => ({
  type: 'callMethod',
  blockId,
  method: name,
  args,
});

describe('with the button hidden', () => {
  beforeAll(() =>
    open(['clerk'], 'mcp: { actions: { setState: false, setGlobal: false, callApi: false } }\n'),
  );

  test.each<[string, object]>([
    [
      'click a button that is hidden from the role',
      { type: 'triggerEvent', blockId: 'delete', event: 'onClick' },
    ],
    ['open the confirmation that the hidden button opens', method('delete_confirm', 'open')],
    [
      'confirm a question that was not asked',
      { type: 'triggerEvent', blockId: 'delete_confirm', event: 'onOk' },
    ],
    ['open a modal that nothing on the page opens', method('form', 'toggleOpen')],
    ['open it by its other method', method('form', 'setOpen', { open: true })],
    ['use the button of a closed modal', { type: 'triggerEvent', blockId: 'form', event: 'onOk' }],
    ['fill a field in a closed modal', { type: 'setValue', blockId: 'in_form', value: 'x' }],
    ['open a drawer that nothing on the page opens', method('panel', 'toggleOpen')],
    ['show a message that the app shows by itself', method('told', 'open')],
    ['remove an item from a list without buttons', method('shown', 'removeItem', 0)],
    ['move an item of such a list', method('shown', 'moveItemUp', 1)],
    ['remove an item from a list that has a button for adding only', method('notes', 'removeItem', 0)],
    ['change the state past the page', { type: 'setState', key: 'is_admin', value: true }],
    ['change the global state', { type: 'setGlobal', key: 'is_admin', value: true }],
    ['call an endpoint past the page', { type: 'callApi', endpointId: 'delete_all' }],
  ])('an agent cannot %s', async (attack, action) => {
    if (attack.includes('adding only'))
      await act({ type: 'triggerEvent', blockId: 'add_note', event: 'onClick' });
    const before = await page();
    const item = await act(action);
    expect(item).toMatchObject({ success: false, error: expect.any(String) });
    record(attack, 'interact', item.error ?? '');
    expect(await page()).toBe(before);
    expect(things()).toBe(1);
  });

  test('and is not told that it could', async () => {
    const text = await page();
    expect(text).not.toMatch(/toggleOpen|setOpen|removeItem|moveItem|Call its method/);
    expect(text).toContain('<list id="notes" type="List" items="1" actions=[pushItem]>');
    expect(text).toMatch(/<list id="shown" type="List" items="2">/);
  });
});

test('with a visible button, the app decides, and the view says what opens the confirmation', async () => {
  await open(['admin'], '');
  expect(await page()).toContain('Note: Opened by onClick of delete.');
  expect((await act(method('delete_confirm', 'open'))).error).toBe(
    `"delete_confirm" is opened only by the app's own events. Use onClick of "delete", which does that.`,
  );
  expect(await act({ type: 'triggerEvent', blockId: 'delete', event: 'onClick' })).toMatchObject({
    success: true,
  });
  expect(await act({ type: 'triggerEvent', blockId: 'delete_confirm', event: 'onOk' })).toMatchObject({
    success: true,
  });
  expect(things()).toBe(0);
  expect(await act(method('notes', 'pushItem'))).toMatchObject({ success: true });
});

test('what the author allows by name works', async () => {
  await open(['clerk'], 'mcp: { pages: { home: { blocks: { help: { methods: [open] } } } } }\n');
  expect(await page()).toContain('Call its method toggleOpen to open it.');
  expect(await act(method('help', 'toggleOpen'))).toMatchObject({ success: true });
  expect(await page()).toContain('in_help');
});
