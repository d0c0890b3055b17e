import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCleanup, tempDir } from './harness.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';
import { copyInvoices } from './named/copy-invoices.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

interface Outcome {
  ok: boolean;
  data: Record<string, { rows: Record<string, unknown>[]; total: number }>;
  errors?: Record<string, string[]>;
  notes?: string[];
}

async function query(user: McpUser, name: string, args: Record<string, unknown> = {}): Promise<Outcome> {
  return (await user.call(name, args)).structured as Outcome;
}

async function namesOf(user: McpUser): Promise<string[]> {
  return (await user.client.listTools()).tools.map(({ name }) => name);
}

test('mcp.tools names a query, which offers it alone', async () => {
  const settings = 'mcp: { tools: { figures: { page: dashboard, description: Figures } } }\n';
  const user = await connect(cleanup, copyInvoices(cleanup, settings).dir);
  const { tools } = await user.client.listTools();
  expect(tools.at(-1)).toMatchObject({
    name: 'figures',
    description: 'Figures',
    annotations: { readOnlyHint: true },
  });
  expect((await query(user, 'figures')).data).toMatchObject({ draft_count: { value: 3 } });
});

describe('pages of the example', () => {
  let user: McpUser;
  beforeAll(async () => {
    user = await connect(cleanup, copyInvoices(cleanup, 'mcp: { expose: all }\n').dir);
  });

  test('pages that show data are read-only tools; filters are arguments', async () => {
    const { tools } = await user.client.listTools();
    const queries = tools.filter(({ name }) => name.startsWith('query_'));
    expect(queries.map(({ name }) => name)).toEqual([
      'query_dashboard',
      'query_invoices',
      'query_invoice',
      'query_customers',
    ]);
    for (const { annotations } of queries) expect(annotations).toEqual({ readOnlyHint: true });
    const [, invoices] = queries;
    expect(Object.keys(invoices?.inputSchema.properties ?? {})).toEqual([
      'search',
      'status_filter',
      'sessionId',
      'offset',
      'limit',
      'fields',
    ]);
    expect(invoices?.description).toBe(
      'Returns the data of "Invoices": invoices_table (id, number, customer, issue_date, due_date, status, total).',
    );
    // A page with forms has both, and what its forms take is not a filter.
    expect(tools.map(({ name }) => name)).toContain('customers');
    expect(Object.keys(queries[3]?.inputSchema.properties ?? {})).not.toContain('customer');
  });

  test('statistics, charts and tables are returned as data', async () => {
    const { ok, data } = await query(user, 'query_dashboard', { limit: 1 });
    expect(ok).toBe(true);
    expect(data).toMatchObject({
      draft_count: { title: 'Drafts', value: 3 },
      revenue_chart: { rows: [{ month: '2025-07', revenue: 5802.9 }], total: 12 },
      overdue_table: { rows: [{ id: 12, number: 'INV-0012', total: 149.7 }], total: 5 },
    });
  });

  test('a key that no row has is a mistake, and an address says what the page reads of it', async () => {
    const wrong = await query(user, 'query_invoices', { fields: ['number', 'totl'] });
    expect(wrong).toMatchObject({
      ok: false,
      errors: { fields: ['No row has the key "totl". Did you mean "total"?'] },
    });
    const { tools } = await user.client.listTools();
    const invoice = tools.find(({ name }) => name === 'query_invoice');
    expect(invoice?.inputSchema.properties?.urlQuery).toEqual({ type: 'object', properties: { id: {} } });
  });

  test('a request that fails while the page loads is an error, and not an empty result', async () => {
    const { dir } = copyInvoices(cleanup, 'mcp: { expose: all }\n');
    rmSync(join(dir, 'data'), { recursive: true });
    const broken = await connect(cleanup, dir);
    for (const [name, args] of [
      ['query_invoices', {}],
      ['query_dashboard', {}],
      ['create_invoice', { customer_id: 'Acme Tools', line_items: [] }],
    ] as const) {
      const outcome = await query(broken, name, args);
      expect(outcome).toMatchObject({ ok: false, errors: { '*': expect.any(Array) } });
      expect(outcome.errors?.['*']?.join()).toContain('Unable to open connection');
    }
  });

  test('filters apply, a label counts as its value, and rows are paged by the fields that are wanted', async () => {
    const args = { search: 'acme', status_filter: 'Paid', fields: ['number', 'status'] };
    const all = await query(user, 'query_invoices', args);
    expect(all.data).toEqual({
      invoices_table: {
        rows: [
          { number: 'INV-0013', status: 'paid' },
          { number: 'INV-0001', status: 'paid' },
        ],
        total: 2,
      },
    });
    const rest = await query(user, 'query_invoices', { ...args, offset: 1, limit: 5 });
    expect(rest.data.invoices_table).toEqual({ rows: [{ number: 'INV-0001', status: 'paid' }], total: 2 });
  });

  test('the options of a filter are listed', async () => {
    const { structured } = await user.call('options_query_invoices', { field: 'status_filter' });
    expect(structured).toMatchObject({ options: expect.arrayContaining([{ value: 'paid', label: 'Paid' }]) });
  });

  test('a page about one record reads its address', async () => {
    const { data } = await query(user, 'query_invoice', { urlQuery: { id: '3' } });
    expect(data).toMatchObject({
      heading: 'Invoice INV-0003',
      details: { items: { Customer: 'Corner Bakery' } },
      lines_table: { rows: [{ description: 'Consulting, hour', amount: 480 }], total: 1 },
    });
  });

  test('a call leaves no session behind', async () => {
    const open = async () => (await user.call('session_list', { status: 'open' })).texts.join();
    const before = await open();
    await query(user, 'query_invoices');
    expect(await open()).toBe(before);
  });

  test.each([
    [{ status_filter: 'lost' }, 'has no option "lost"'],
    [{ limt: 2 }, 'Unknown argument "limt" for query_invoices. Did you mean "limit"?'],
    [{ limit: 0 }, 'limit starts at 1.'],
    [{ fields: 'number' }, 'fields must be a list of keys.'],
  ])('%j is refused with the reason', async (args, why) => {
    const { isError, texts } = await user.call('query_invoices', args);
    expect(isError).toBe(true);
    expect(texts.join().replaceAll('\\"', '"')).toContain(why);
  });
});

const SEARCH = `lowdefy: 4.0.0-rc.11
plugins: [{ name: stars-plugin }]
connections:
  - { id: db, type: Knex, properties: { client: sqlite3, useNullAsDefault: true, connection: { filename: ./things.db } } }
auth:
  pages: { protected: [staff], roles: { boss: [staff] } }
pages:
  - id: find
    type: Box
    properties: { title: Find things }
    requests:
      - id: find
        type: KnexRaw
        connectionId: db
        payload: { name: { _state: name }, skip: { _if_none: [{ _state: skip }, 0] } }
        properties:
          query: 'select * from things where name like :name order by id limit 2 offset :skip'
          parameters: { name: { _string.concat: ['%', { _payload: name }, '%'] }, skip: { _payload: skip } }
    blocks:
      - { id: name, type: TextInput }
      - { id: rating, type: StarRating, properties: { most: 5 } }
      - id: next
        type: Button
        events:
          onClick:
            - { id: on, type: SetState, params: { skip: { _sum: [{ _if_none: [{ _state: skip }, 0] }, 2] } } }
            - { id: find, type: Request, params: find }
      - id: search
        type: Button
        events:
          onClick: [{ id: reset, type: SetState, params: { skip: 0 } }, { id: find, type: Request, params: find }]
      - id: found
        type: List
        blocks:
          - { id: found.$.title, type: Title, properties: { content: { _state: found.$.name } } }
      - { id: grid, type: AgGridAlpine, properties: { rowData: { _request: find }, columnDefs: [{ field: name }] } }
      - { id: gauge, type: Gauge, properties: { value: { _array.length: { _if_none: [{ _request: find }, []] } } } }
      - { id: broken, type: Frame, properties: { value: { _request: find } } }
  - id: raw
    type: Box
    events: { onInit: [{ id: all, type: Request, params: all }] }
    requests:
      - { id: all, type: KnexRaw, connectionId: db, properties: { query: select id from things } }
    blocks: [{ id: go, type: Button }]
  - id: staff
    type: Box
    events: { onInit: [{ id: all, type: Request, params: all }] }
    requests:
      - { id: all, type: KnexRaw, connectionId: db, properties: { query: select id from things } }
    blocks: [{ id: grid, type: AgGridAlpine, properties: { rowData: { _request: all } } }]
`;

describe('an app of its own', () => {
  let dir: string;
  let user: McpUser;
  beforeAll(async () => {
    dir = join(tempDir(cleanup), 'things');
    mkdirSync(dir, { recursive: true });
    const db = new Database(join(dir, 'things.db'));
    db.exec('create table things (id integer primary key, name text)');
    for (const name of ['anvil', 'axe', 'adze', 'bolt'])
      db.prepare('insert into things (name) values (?)').run(name);
    db.close();
    const plugins = fileURLToPath(new URL('../fixtures/plugins', import.meta.url));
    cpSync(join(plugins, 'stars'), join(dir, 'plugins/stars'), { recursive: true });
    writeFileSync(
      join(dir, 'plugins/stars/mcp.js'),
      `export const StarRating = { mcpSchema: ({ properties }) => ({ type: 'integer', maximum: properties.most }) };
       export const Gauge = { mcpOutput: ({ properties }) => ({ needle: properties.value }) };
       export const Frame = { mcpOutput: () => { throw new Error('no frame'); } };`,
    );
    writeFileSync(join(dir, 'lowdefy.yaml'), SEARCH);
    writeFileSync(join(dir, 'tandem.yaml'), 'mcp: { expose: all }\n');
    user = await connect(cleanup, dir);
  });

  test('a search button is pressed, one that moves on is not', async () => {
    const { data, notes } = await query(user, 'query_find', { name: 'a' });
    expect(data.grid).toEqual({
      rows: [
        { id: 1, name: 'anvil' },
        { id: 2, name: 'axe' },
      ],
      total: 2,
    });
    // What a plugin says about its block, and the reason why another one cannot.
    expect(data.gauge).toEqual({ needle: 2 });
    expect(notes).toEqual([
      'mcpOutput of block type Frame (stars-plugin) at "broken" failed, so the standard output is used: no frame',
    ]);
  });

  test('a plugin says what its block takes', async () => {
    const { tools } = await user.client.listTools();
    const { inputSchema } = tools.find(({ name }) => name === 'query_find') ?? {};
    expect(inputSchema?.properties).toMatchObject({ rating: { type: 'integer', maximum: 5 } });
  });

  test('a page that shows nothing returns what its requests returned', async () => {
    const { structured } = await user.call('query_raw', { limit: 2 });
    expect(structured).toEqual({
      ok: true,
      data: {},
      requests: { all: { rows: [{ id: 1 }, { id: 2 }], total: 4 } },
    });
  });

  test('a page for a role is a tool for that role', async () => {
    expect(await namesOf(user)).not.toContain('query_staff');
    const refused = user.call('query_staff').catch((error: Error) => error.message);
    expect(await refused).toContain('Unknown tool "query_staff"');
    writeFileSync(
      join(dir, 'tandem.yaml'),
      'mcp: { expose: [query_staff], user: { id: b, roles: [boss] } }\n',
    );
    const boss = await connect(cleanup, dir);
    expect(await namesOf(boss)).toContain('query_staff');
    expect((await query(boss, 'query_staff')).data.grid?.total).toBe(4);
  });
});
