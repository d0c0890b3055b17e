import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCleanup, tempDir } from './harness.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
const app = fileURLToPath(new URL('lowdefy/reading', import.meta.url));
let user: McpUser;
beforeAll(async () => {
  user = await connect(cleanup, makeApp());
});

function makeApp(): string {
  const dir = join(tempDir(cleanup), 'reading');
  cpSync(app, dir, { recursive: true });
  return dir;
}

const set = (blockId: string, value: unknown) => ({ type: 'setValue', blockId, value });
const click = (blockId: string) => ({ type: 'triggerEvent', blockId, event: 'onClick' });

/** A session on the page, and what the agent read at once. */
async function open(more: Record<string, unknown> = {}, by = user) {
  const { texts, structured } = await by.call('session_create', { name: 'reading', pageId: 'desk', ...more });
  const { sessionId } = structured as { sessionId: string };
  return {
    sessionId,
    texts,
    act: async (...actions: object[]) => {
      const answer = await by.call('interact', { sessionId, actions });
      return { page: answer.texts[0] ?? '', log: answer.log() };
    },
    read: async (args: Record<string, unknown>) =>
      (await by.call('interact', { sessionId, actions: [set('nick', 'x')], ...args })).texts[0] ?? '',
    navigate: async (args: Record<string, unknown>) =>
      (await by.call('navigate', { sessionId, ...args })).texts[0] ?? '',
  };
}

describe('session_create', () => {
  test('opens a page at once', async () => {
    const { texts, sessionId } = await open();
    expect(JSON.parse(texts[0] ?? '')).toEqual({ sessionId, name: 'reading' });
    expect(texts[1]).toMatch(/^# Desk\nPage: desk\n/);
    expect(JSON.parse(texts[2] ?? '')).toEqual([]);
    const { structured } = await user.call('session_create', { name: 'two', pageId: 'desk' });
    expect(structured).toMatchObject({ page: texts[1], log: [] });
  });

  test('creates the session even if the page does not open, and says so', async () => {
    const { texts, isError, structured } = await user.call('session_create', { name: 'x', pageId: 'dsk' });
    expect(isError).toBe(false);
    expect(texts[1]).toMatch(/^The session was created, but the page did not open\. .*desk/);
    const { sessionId } = structured as { sessionId: string };
    expect((await user.call('navigate', { sessionId, pageId: 'desk' })).texts[0]).toContain('# Desk');
  });

  test('lists the pages of a small app', async () => {
    const { structured } = await user.call('session_create', { name: 'pages' });
    expect(structured).toMatchObject({ pages: [{ pageId: 'desk' }, { pageId: 'other' }] });
  });

  test('takes the format once for the session', async () => {
    const { texts, act, read } = await open({ format: 'compact' });
    expect(texts[1]).toMatch(/^first_name Placeholder:"As in the passport"$/m);
    expect((await act(click('add'))).page).toContain('display rows');
    expect(await read({ view: 'full', format: 'tags' })).toContain('<input id="first_name"');
  });
});

test('mcp.format is the format of an app, which a call can override', async () => {
  const dir = makeApp();
  writeFileSync(join(dir, 'tandem.yaml'), 'mcp:\n  format: compact\n');
  const other = await connect(cleanup, dir);
  const { texts, navigate } = await open({}, other);
  expect(texts[1]).toContain('\nfirst_name ');
  expect(await navigate({ pageId: 'desk', format: 'tags' })).toContain('<input id="first_name"');
  expect((await open({ format: 'tags' }, other)).texts[1]).toContain('<input id="first_name"');
});

describe('a page', () => {
  test('says nothing about icons, empty values and headings that repeat its title', async () => {
    const [, page = ''] = (await open()).texts;
    expect(page).toContain('<button id="add" events=[onClick]>\nAdd\n</button>');
    expect(page).not.toContain('Current value');
    expect(page).not.toContain('id="heading"');
    expect(page).toContain('Rows 0–2 of 3\nFields: ["id","name","city"]\n</display>');
  });

  test('leaves out labels that repeat the id, in the compact form', async () => {
    const [, page = ''] = (await open({ format: 'compact' })).texts;
    expect(page).toContain('\nnick "Called"\n');
    expect(page).not.toContain('First name');
    expect(page).toContain('Table(0/3):(Id|Name|City)(1|Ada|London)(2|Ben|Bonn)(3|Cleo|Lyon)');
  });

  test('shows its menu once per session, or when the whole page is asked for', async () => {
    const menu = 'Pages: ["desk","other (Something else)"]';
    const { texts, navigate, read } = await open();
    expect(texts[1]).toContain(menu);
    expect(await navigate({ pageId: 'other' })).not.toContain(menu);
    expect(await navigate({ pageId: 'desk' })).not.toContain(menu);
    expect(await read({ view: 'full' })).toContain(menu);
    expect((await open()).texts[1]).toContain(menu);
  });

  test('names the fields in inactive tabs and those of an item of an empty list', async () => {
    const { texts, act } = await open();
    expect(texts[1]).toContain('<tab key="two">\nFields: ["street","age"]\n</tab>');
    expect(texts[1]).toContain('"Fields of lines.0": ["text","count"]');
    const { log, page } = await act(
      set('age', 7),
      { type: 'callMethod', blockId: 'lines', method: 'pushItem' },
      set('lines.0.count', 2),
    );
    expect(log.every(({ success }) => success)).toBe(true);
    expect(page).not.toContain('Fields of lines.0');
  });
});

describe('changes', () => {
  test('leave out values that are as they were set', async () => {
    const { act } = await open();
    expect((await act(set('first_name', 'Ada'), set('nick', 'A'))).page).toBe('Nothing else changed.');
    // An empty value is shown where there was one before.
    const { sessionId } = await open();
    await user.call('interact', { sessionId, actions: [set('nick', 'A')] });
    const actions = [{ type: 'setState', key: 'nick', value: null }];
    expect((await user.call('interact', { sessionId, actions })).texts[0]).toContain(
      'Called\nCurrent value: null',
    );
  });

  test('of a table are its new, changed and gone rows', async () => {
    const { act } = await open();
    const added = (await act(click('add'))).page;
    expect(added).toContain('rows="4"');
    expect(added).toContain('New rows: {"3":["4","Dan","Graz"]}');
    expect(added).not.toContain('Ada');
    const { act: again } = await open();
    const moved = (await again(click('move'))).page;
    expect(moved).toContain('Changed rows: {"0":["1","Ada","Paris"]}\nGone rows: {"1":["2","Ben","Bonn"]}');
    expect(moved).not.toContain('Cleo');
  });
});

describe('choices', () => {
  test('match regardless of case and outer blanks', async () => {
    const { act } = await open();
    const { log } = await act(set('country', ' new zealand '));
    expect(log[0]).toMatchObject({ success: true, converted: '" new zealand " to the option "New Zealand"' });
  });

  test('that are near misses name the nearest', async () => {
    const { act } = await open();
    const { log } = await act(
      set('country', 'Checz Republic'),
      set('country', 'zealand'),
      set('country', 'Mars'),
    );
    expect(log.map(({ error }) => /Did you mean "([^"]*)"\?/.exec(error ?? '')?.[1])).toEqual([
      'Czech Republic',
      'New Zealand',
      undefined,
    ]);
  });

  test('are cut when they are many, and found with a query', async () => {
    const { texts, read } = await open();
    expect(texts[1]).toMatch(/Options \(20 of 26\): \[Austria, .*, Togo\]/);
    expect(texts[1]).toContain('More: {"rows":{"blockId":"country","query":"…"}}');
    const found = await read({ rows: { blockId: 'country', query: 'ZEAL' } });
    expect(found).toContain('Options (1 of 26): ["New Zealand"]');
    expect(await read({ rows: { blockId: 'country', from: 20, count: 3 } })).toContain(
      'Options (3 of 26): [Uganda, Vietnam, Yemen]',
    );
  });
});

test('click is another word for onClick', async () => {
  const { act } = await open();
  const { log } = await act({ type: 'triggerEvent', blockId: 'add', event: 'click' });
  expect(log[0]).toMatchObject({ success: true });
});

test('a row that does not exist is answered with the rows there are', async () => {
  const { act } = await open();
  const row = (payload: object) => ({ type: 'triggerEvent', blockId: 'rows', event: 'onRowClick', payload });
  const { log } = await act(row({ row: { name: 'Eve' } }), row({ index: 7 }), row({ row: { name: 'Ben' } }));
  const rows =
    'It has 3 rows, by index: 0: {"id":1,"name":"Ada","city":"London"}, 1: {"id":2,"name":"Ben","city":"Bonn"}, 2: {"id":3,"name":"Cleo","city":"Lyon"}.';
  expect(log).toMatchObject([
    { success: false, error: expect.stringContaining(rows) },
    { success: false, error: expect.stringContaining(rows) },
    { success: true },
  ]);
});
