import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { createCleanup, eventually } from '../harness.ts';
import { signIn } from './fake-browser.ts';
import { openWatchingPage, type SocketPage } from './socket-page.ts';
import { type Live, put, startLive, VIAS } from './start-live.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

/** The files of the app as an agent finds them in the document: a path in bold, followed by a block of code. */
async function filesIn(live: Live): Promise<Map<string, string>> {
  const document = await live.agent.read('ui://mcp');
  const blocks = document.matchAll(/\*\*(apps\/\S+)\*\*\n\n```\w+\n([\s\S]*?)^```$/gm);
  return new Map([...blocks].map(([, file = '', text = '']) => [file, text]));
}

/** Calls of tools, counted; each has to work. */
function counted(live: Live) {
  const calls: string[] = [];
  return {
    calls,
    call(name: string, args?: Record<string, unknown>) {
      calls.push(name);
      return live.agent.ask(name, args);
    },
  };
}

async function personOf(live: Live, url: string): Promise<SocketPage> {
  const opened = await eventually('the browser', () => live.browser.opened()[0]);
  const { cookie, location } = await signIn(opened);
  expect(location).toBe('/1/?conserve=true');
  return openWatchingPage(cleanup, { url, cookie });
}

/** What the views of the contacts app bind, as a browser would. */
async function look(page: SocketPage) {
  const app = await page.create(1, 'value');
  await page.until('the app', () => page.properties.get(app)?.type === 'ContactsApp');
  const [query = 0, summary = 0, add = 0, draft = 0, list = 0] = await page.createAll(app, [
    ['query', { access: 'rw' }],
    ['summary()'],
    ['add()', { access: 'action' }],
    ['draft'],
    ['found()', { wrapper: 'lua.ViewList' }],
  ]);
  const items = await page.create(list, 'items');
  const first = await page.create(items, '0.item.name');
  return { query, summary, add, draft, items, first };
}

async function lookAtDraft(page: SocketPage, draft: number) {
  const [name = 0, email = 0, emailMessage = 0, save = 0] = await page.createAll(draft, [
    ['name', { access: 'rw' }],
    ['email', { access: 'rw' }],
    ['emailMessage()'],
    ['save()', { access: 'action' }],
  ]);
  return { name, email, emailMessage, save };
}

/** A person adds Ada with a wrong address, corrects it, saves, and searches. */
async function useIt(live: Live, page: SocketPage): Promise<void> {
  const app = await look(page);
  await page.until('the summary', () => page.values.get(app.summary) === '0 of 0');
  page.click(app.add);
  await page.until('the editor', () => page.properties.get(app.draft)?.type === 'Contact');
  const draft = await lookAtDraft(page, app.draft);
  page.click(draft.name, 'Ada');
  page.click(draft.email, 'ada at home');
  page.click(draft.save);
  await page.until(
    'the message',
    () => page.values.get(draft.emailMessage) === 'This is not an e-mail address.',
  );
  expect(page.values.get(app.summary)).toBe('0 of 0');
  expect((await live.agent.ask('ui_wait', { timeout: 0 })).structured).toEqual({ events: [] });

  const waiting = live.get('/wait?timeout=60');
  page.click(draft.email, 'ada@example.com');
  await page.until('no message', () => page.values.get(draft.emailMessage) === '');
  page.click(draft.save);
  await page.until('the editor closed', () => page.values.get(app.draft) === null);
  await page.until('the new one', () => page.values.get(app.summary) === '1 of 1');
  await page.until('its name', () => page.values.get(app.first) === 'Ada');
  expect(await (await waiting).json()).toEqual([{ app: 'contacts', event: 'saved', name: 'Ada' }]);

  page.click(app.query, 'bob');
  await page.until('nothing found', () => page.values.get(app.summary) === '0 of 1');
  page.click(app.query, '');
  await page.until('all found', () => page.values.get(app.summary) === '1 of 1');

  // The person sees what the agent changes.
  await live.agent.run('contacts.items[1].name = "Ada Lovelace"');
  await page.until('the change', () => page.values.get(app.first) === 'Ada Lovelace');
}

describe.each(VIAS)('over %s, from nothing to a contacts app that a person uses', (via) => {
  test('with files, in eight calls', async () => {
    const live = await startLive(cleanup, via);
    const { calls, call } = counted(live);
    const files = await filesIn(live);
    expect(files.size).toBe(4);

    await call('ui_configure', { base_dir: live.base });
    await call('ui_install');
    const { text: url } = await call('ui_start');
    for (const [path, text] of files) put(join(live.base, path), text);
    await call('ui_display', { name: 'contacts' });
    const audit = (await call('ui_audit', { app: 'contacts' })).structured as Record<string, unknown>;
    expect([audit.violations, audit.warnings]).toEqual([[], []]);
    await call('ui_open_browser');
    const page = await personOf(live, url);
    const views = () => String(page.properties.get(1)?.viewdefs);
    await page.until(
      'the views',
      () => views().includes('ContactsApp.DEFAULT') && views().includes('list-item'),
    );
    await useIt(live, page);
    expect(await call('ui_wait', { timeout: 0 })).toMatchObject({ text: '[]' });
    expect((await call('ui_run', { code: 'return contacts.items' })).text).toContain('Ada Lovelace');
    expect(calls).toHaveLength(8);
  });

  test('without files, in eight calls', async () => {
    const live = await startLive(cleanup, via);
    const { calls, call } = counted(live);
    const files = await filesIn(live);
    const view = (name: string) => files.get(`apps/contacts/viewdefs/${name}.html`) ?? '';

    await call('ui_configure', { base_dir: live.base });
    await call('ui_install');
    const { text: url } = await call('ui_start');
    await call('ui_run', { code: `${files.get('apps/contacts/app.lua')}\nmcp.value = contacts` });
    for (const key of ['ContactsApp.DEFAULT', 'Contact.list-item', 'Contact.DEFAULT']) {
      const [type, namespace] = key.split('.');
      await call('ui_upload_viewdef', { type, namespace, content: view(key) });
    }
    await call('ui_open_browser');
    expect(calls).toHaveLength(8);
    const page = await personOf(live, url);
    const views = JSON.parse(String(page.properties.get(1)?.viewdefs)) as Record<string, string>;
    expect(views['Contact.list-item']).toBe(view('Contact.list-item'));
    await useIt(live, page);
  });
});
