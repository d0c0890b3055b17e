import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeChatApp } from '../fixtures/agents/chat-app.ts';
import { createCleanup, tempDir } from './harness.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
let dir: string;
let user: McpUser;

beforeAll(async () => {
  dir = join(tempDir(cleanup), 'app');
  await makeChatApp(dir);
  user = await connect(cleanup, dir, { LOWDEFY_SECRET_KEY: 'hush-hush' });
});

async function open() {
  const { structured } = await user.call('session_create', { name: 'test' });
  const { sessionId } = structured as { sessionId: string };
  const { texts } = await user.call('navigate', { sessionId, pageId: 'home' });
  const act = async (blockId: string, event: string, payload?: object, from = user) => {
    const actions = [{ type: 'triggerEvent', blockId, event, payload }];
    const { texts: shown, log } = await from.call('interact', { sessionId, actions, view: 'full' });
    return { page: shown[0] ?? '', log: log(), item: log()[0] };
  };
  return {
    sessionId,
    page: texts[0] ?? '',
    act,
    send: (text: string, more?: object) => act('chat', 'onUserMessage', { text, ...more }),
    state: async (from = user) =>
      JSON.parse((await from.call('get_state', { sessionId })).texts[0] ?? '{}').state,
  };
}

const messageId = (page: string, from: string) =>
  new RegExp(`id="([^"]+)" type="Message" role="\\w+" from="${from}"`).exec(page)?.[1] ?? '';

describe('a chat with an agent of the app', () => {
  test('shows its welcome and how to send, then who said what', async () => {
    const { page, send, state, sessionId } = await open();
    expect(page).toContain('Welcome');
    expect(page).toContain('To send: {"event":"onUserMessage","payload":{"text":"Say something"}}');
    const shown = await send('hello');
    expect(shown.item).toEqual({
      action: 'triggerEvent',
      blockId: 'chat',
      event: 'onUserMessage',
      success: true,
    });
    expect(shown.page).toMatch(/type="Message" role="user" from="You">\s+Text: "hello"/);
    expect(shown.page).toMatch(/type="Message" role="assistant" from="Helper">\s+Text: "Hello to you\."/);
    expect(shown.page).not.toContain('Welcome');
    expect(await state()).toMatchObject({ last: 'Hello to you.', title: 'A chat' });
    const { texts } = await user.call('get_state', { sessionId });
    expect(JSON.parse(texts[0] ?? '{}').chats.chat).toMatchObject([
      { role: 'user', text: 'hello' },
      { role: 'assistant', text: 'Hello to you.' },
    ]);
    expect(shown.log.map(({ action }) => action)).toContain('onMessageComplete');
  });

  test('only what is new is sent if changes are enough', async () => {
    const { send, sessionId } = await open();
    await send('hello');
    const actions = [
      { type: 'triggerEvent', blockId: 'chat', event: 'onUserMessage', payload: { text: 'add' } },
    ];
    const { texts } = await user.call('interact', { sessionId, actions });
    expect(texts[0]).toContain('It is added.');
    expect(texts[0]).not.toContain('Hello to you.');
  });

  test('tools are shown with their results', async () => {
    const { send } = await open();
    expect((await send('add')).page).toContain(
      'Tool: {"name":"add_item","status":"done","output":{"ok":true,"name":"Lamp"}}',
    );
    expect((await send('broken')).page).toContain('Tool: {"name":"fails","status":"failed"}');
  });

  test("the app's agent writes to the shared part of the page's state", async () => {
    const { send, state } = await open();
    const { page } = await send('note');
    expect(page).toContain('Current value: "from the agent"');
    expect(page).toContain('It is noted.');
    expect(await state()).toMatchObject({ note: 'from the agent' });
    expect(await state()).not.toHaveProperty('other');
  });

  test('a failure is reported with its reason, and without secrets', async () => {
    const { send } = await open();
    const { page } = await send('refused');
    expect(page).toContain('status="failed"');
    expect(page).toContain('Agent \\"helper\\" failed: Incorrect API key provided: [secret].');
    expect((await (await open()).send('unheard of')).page).toContain('Nothing is recorded for');
  });

  test('what the app rejects is not sent', async () => {
    const { send } = await open();
    const { item, page } = await send('refuse me');
    expect(item).toMatchObject({ success: false, error: 'The app did not send it: Not like this.' });
    expect(page).toContain('Welcome');
    expect((await send(' ')).item).toMatchObject({
      success: false,
      error: expect.stringContaining('{"text": "…"}'),
    });
  });

  test('methods are reserved for the app', async () => {
    const { sessionId, act } = await open();
    const actions = [
      { type: 'callMethod', blockId: 'chat', method: 'sendMessage', args: [{ text: 'hello' }] },
    ];
    const { log } = await user.call('interact', { sessionId, actions });
    expect(log()[0]).toMatchObject({ success: false, error: expect.stringContaining('Use triggerEvent') });
    expect((await act('greet', 'onClick')).page).toContain('Hello to you.');
  });
});

describe('a tool that asks first', () => {
  test('is shown with its input, and no agent can answer it', async () => {
    const { send, act } = await open();
    const { page } = await send('delete');
    expect(page).toContain('status="waiting for approval"');
    expect(page).toContain(
      'Tool: {"name":"delete_item","status":"waiting for a person to approve it","input":{"id":7},"approval":"approve-c3"}',
    );
    expect(page).toContain('To approve: "A person approves or rejects it on the page of this session."');
    for (const event of ['onApprove', 'onReject'])
      expect((await act('chat', event, { id: 'approve-c3' })).item).toMatchObject({
        success: false,
        error: expect.stringContaining('Only a person can approve or reject'),
      });
    expect((await send('hello')).item).toMatchObject({
      success: false,
      error: expect.stringContaining('waiting for a person'),
    });
  });
});

describe('what can be clicked', () => {
  test('prompts at the beginning, suggestions later', async () => {
    const { act, page } = await open();
    expect(page).toContain('Prompts: [{"label":"Hello there","description":"Try it"}]');
    const { page: after } = await act('chat', 'onPromptClick', { label: 'Hello there' });
    expect(after).toContain('Text: "Hello there"');
    expect(after).toContain('Suggestions: [{"label":"More please"}]');
    expect((await act('chat', 'onPromptClick', { label: 'Hello there' })).item).toMatchObject({
      success: false,
    });
    expect((await act('chat', 'onSuggestionClick', { label: 'Less' })).item).toMatchObject({
      error: expect.stringContaining('"More please"'),
    });
  });

  test('buttons of a message, switches, and editing what was sent', async () => {
    const { act, send, state } = await open();
    const { page } = await send('hello');
    expect((await act('chat', 'onFeedback', { rating: 'like' })).item).toMatchObject({ success: true });
    await act('chat', 'onSwitchChange', { key: 'deep', checked: true });
    expect(await state()).toMatchObject({ rated: 'like', deep: true });
    const edited = await act('chat', 'onEditMessage', { messageId: messageId(page, 'You'), text: 'add it' });
    expect(edited.page).toContain('It is added.');
    expect(edited.page).not.toContain('Hello to you.');
    expect((await act('chat', 'onRegenerate')).page).toContain('It is added.');
    const deleted = await act('chat', 'onDeleteMessage', { messageId: messageId(edited.page, 'Helper') });
    expect(deleted.item).toMatchObject({ success: true });
    expect((await act('chat', 'onDeleteMessage', { messageId: 'none' })).item).toMatchObject({
      success: false,
    });
  });

  test('files are attached to a message if a person could do that', async () => {
    const { send } = await open();
    const file = (name: string, type: string, text: string) => ({
      files: [{ name, type, base64: Buffer.from(text).toString('base64') }],
    });
    expect((await send('hello', file('a.txt', 'text/plain', 'Hi'))).page).toContain(
      'File: {"name":"a.txt","type":"text/plain"',
    );
    const refused = async (more: object) => (await send('hello', more)).item?.error;
    expect(await refused(file('b.txt', 'text/plain', 'x'.repeat(200)))).toContain('has 200 bytes');
    expect(await refused(file('c.pdf', 'application/pdf', 'x'))).toContain('takes files of the kinds');
    expect(await refused({ files: 'd' })).toContain('must be a list of files');
  });

  test('conversations are opened, started and renamed, and another one begins empty', async () => {
    const { act, send, state, page } = await open();
    expect(page).toContain('Options: [a (First), b (Second), c (Third)]');
    await send('hello');
    const { page: other } = await act('list', 'onSelect', { key: 'b' });
    expect(other).toContain('Open: "b"');
    expect(other).toContain('Welcome');
    expect((await act('list', 'onSelect', { key: 'c' })).item).toMatchObject({ success: false });
    await act('list', 'onMenuClick', { key: 'a', action: 'rename' });
    await act('list', 'onNew');
    expect(await state()).toMatchObject({ conversation: 'new', menu: 'a' });
  });
});

describe('a conversation', () => {
  test('continues in another process, and ends when the session leaves its page', async () => {
    const { send, act, sessionId } = await open();
    await send('hello');
    await send('delete');
    const second = await connect(cleanup, dir);
    const { page } = await act('chat', 'onSwitchChange', { key: 'deep', checked: true }, second);
    expect(page).toContain('Hello to you.');
    expect(page).toContain('waiting for a person to approve it');
    expect(page).toContain('{"key":"deep","label":"Think deeply","checked":true}');
    await second.call('navigate', { sessionId, pageId: 'other' });
    const { texts } = await second.call('navigate', { sessionId, pageId: 'home' });
    expect(texts[0]).toContain('Welcome');
  });
});
