import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCleanup, eventually, tempDir } from './harness.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';
import { NOTIFIED } from './lowdefy/test-lowdefy.ts';
import { copyFixtureApp } from './lowdefy/workbench.ts';
import { startStdio } from './stdio-process.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

const EXAMPLE = fileURLToPath(new URL('../../examples/invoices', import.meta.url));
let dir: string;
let file: string;
let user: McpUser;
beforeAll(async () => {
  dir = join(tempDir(cleanup), 'invoices');
  cpSync(EXAMPLE, dir, { recursive: true, filter: (path) => !/\.(lowdefy|tandem)$/.test(path) });
  rmSync(join(dir, 'data'), { recursive: true, force: true });
  file = join(dir, 'data', 'invoices.db');
  execFileSync(process.execPath, [join(EXAMPLE, 'seed.mjs'), '--file', file]);
  user = await connect(cleanup, dir);
});

function rows(sql: string): unknown[] {
  const db = new Database(file);
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}

async function session(name = 'test', from = user): Promise<string> {
  const { structured } = await from.call('session_create', { name });
  return (structured as { sessionId: string }).sessionId;
}

const set = (blockId: string, value: unknown) => ({ type: 'setValue', blockId, value });
const on = (blockId: string, event = 'onClick', payload?: unknown) => ({
  type: 'triggerEvent',
  blockId,
  event,
  payload,
});

describe('each tool, over a real client, on the invoices', () => {
  test('the list of tools is short', async () => {
    const { tools } = await user.client.listTools();
    expect(tools.map((tool) => tool.name).sort()).toEqual(
      expect.arrayContaining(['get_pages', 'get_state', 'interact', 'navigate', 'session_create']),
    );
    expect(JSON.stringify(tools).length / 4).toBeLessThan(1_500);
  });

  test('session_create, session_list, session_close', async () => {
    const sessionId = await session('Q1 invoices');
    expect(sessionId).toMatch(/^sess_/);
    await user.call('navigate', { sessionId, pageId: 'dashboard' });
    const { structured } = await user.call('session_list');
    expect(structured).toMatchObject({
      sessions: expect.arrayContaining([
        expect.objectContaining({ sessionId, name: 'Q1 invoices', status: 'open', pageId: 'dashboard' }),
      ]),
    });
    await user.call('session_close', { sessionId });
    const { isError, texts } = await user.call('navigate', { sessionId, pageId: 'dashboard' });
    expect([isError, texts[0]]).toEqual([true, expect.stringContaining('is closed')]);
  });

  test('get_pages', async () => {
    const sessionId = await session();
    const { texts, structured } = await user.call('get_pages', { sessionId });
    expect(JSON.parse(texts[0] ?? '')).toEqual((structured as { pages: unknown }).pages);
    expect((structured as { pages: { pageId: string }[] }).pages.map((page) => page.pageId)).toEqual([
      'dashboard',
      'invoices',
      'create_invoice',
      'invoice',
      'customers',
    ]);
    expect(texts[1]).toContain('1 more pages are hidden');
  });

  test('navigate', async () => {
    const sessionId = await session();
    const { texts, log } = await user.call('navigate', {
      sessionId,
      pageId: 'invoice',
      urlQuery: { id: 12 },
    });
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain('INV-0012');
    expect(log()[0]).toMatchObject({ success: true, requests: expect.arrayContaining(['get_invoice']) });
  });

  test('interact: an invoice from nothing to paid', async () => {
    const sessionId = await session();
    const act = (...actions: object[]) => user.call('interact', { sessionId, actions });
    await user.call('navigate', { sessionId, pageId: 'create_invoice' });
    const [refused] = (await act(on('save_button'))).log();
    expect(refused).toMatchObject({ success: false, validation: { customer_id: ['Choose a customer.'] } });
    const filled = await act(
      set('customer_id', 'Acme Tools'),
      { type: 'callMethod', blockId: 'line_items', method: 'pushItem' },
      set('line_items.0.description', 'Consulting'),
      set('line_items.0.quantity', 3),
      set('line_items.0.unit_price', '120'),
    );
    expect(filled.log().every((item) => item.success)).toBe(true);
    expect(filled.texts[0]).toContain('360.00');
    const saved = await act(on('save_button'));
    expect(saved.log()[0]).toMatchObject({
      success: true,
      navigatedTo: 'invoice',
      messages: [expect.stringContaining('INV-0026')],
    });
    await act(on('mark_sent_button'), on('mark_paid_button'));
    expect((await act(on('mark_paid_confirm', 'onOk'))).log()[0]).toMatchObject({
      success: true,
      messages: ['Invoice marked as paid.'],
    });
    expect(
      rows("select number, customer_id, status, total from invoices where number = 'INV-0026'"),
    ).toMatchObject([{ number: 'INV-0026', customer_id: 1, status: 'paid', total: 360 }]);
    expect(
      rows(
        'select description, quantity, unit_price from invoice_lines where invoice_id = (select max(id) from invoices)',
      ),
    ).toMatchObject([{ description: 'Consulting', quantity: 3, unit_price: 120 }]);
    expect(
      rows('select event from invoice_events where invoice_id = (select max(id) from invoices) order by id'),
    ).toMatchObject([{ event: 'created' }, { event: 'sent' }, { event: 'paid' }]);
  });

  test('get_state', async () => {
    const sessionId = await session();
    await user.call('navigate', { sessionId, pageId: 'invoices' });
    await user.call('interact', { sessionId, actions: [set('search', 'delta')], view: 'none' });
    const { texts } = await user.call('get_state', { sessionId });
    expect(JSON.parse(texts[0] ?? '')).toMatchObject({
      pageId: 'invoices',
      state: { search: 'delta' },
      global: { currency: 'EUR' },
    });
  });

  test('TANDEM_USER says who the agent is', async () => {
    const ann = await connect(cleanup, dir, { TANDEM_USER: '{"id":"ann","name":"Ann","roles":["admin"]}' });
    const sessionId = await session('as Ann', ann);
    const { texts, log } = await ann.call('navigate', { sessionId, pageId: 'admin' });
    expect(texts[0]).toContain('Signed in as Ann.');
    expect(log()[0]).toMatchObject({ success: true, requests: ['get_settings', 'get_overdue_drafts'] });
    expect((await user.call('get_state', { sessionId })).isError).toBe(true);
  });
});

test('a session of a process that was killed during a call continues in another, with everything that was acknowledged', async () => {
  const app = copyFixtureApp(cleanup);
  const first = startStdio(cleanup, app, 'cli');
  await first.initialize();
  const created = await first.call('session_create', { name: 'killed' });
  const { sessionId } = (created.result?.structuredContent ?? {}) as { sessionId: string };
  await first.call('navigate', { sessionId, pageId: 'events' });
  await first.call('interact', { sessionId, actions: [set('searched', 'answered')] });
  const cut = first.call('interact', {
    sessionId,
    actions: [set('searched', 'never answered'), on('wait_long')],
  });
  // The chain has written to the database, and now waits.
  const db = new Database(join(app, 'data.db'));
  cleanup.add(() => db.close());
  await eventually('the mark in the database', () => {
    try {
      return db.prepare("select 1 from notes where text = 'marked'").get();
    } catch {
      // The app is writing at this moment.
      return undefined;
    }
  });
  first.kill('SIGKILL');
  await expect(cut).rejects.toThrow('ended before it answered');

  const second = await connect(cleanup, app);
  const { texts } = await second.call('get_state', { sessionId });
  expect(JSON.parse(texts[0] ?? '')).toMatchObject({
    pageId: 'events',
    state: { searched: 'answered', searched_for: 'answered' },
  });
  const { log } = await second.call('interact', { sessionId, actions: [on('talk'), set('searched', 'on')] });
  expect(log()).toMatchObject([
    { success: true, messages: ['Said aloud.', 'By method', `${NOTIFIED}: by the block`] },
    { success: true },
  ]);
});
