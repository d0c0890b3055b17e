import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCli, type Serving, serveCli } from './cli/run-cli.ts';
import { createCleanup, eventually, tempDir } from './harness.ts';
import { connect } from './lowdefy/mcp-client.ts';
import { copyInvoices, type Invoices } from './named/copy-invoices.ts';

const SETTINGS = `mcp:
  expose: [query_invoices, query_invoice, query_admin, create_invoice]
  resources:
    stats: { page: dashboard, requests: [get_stats], description: Current figures }
    overdue: { page: dashboard, refresh: 1s }
  auth:
    type: api_key
    keys:
      - { key: key-of-ann-0123456789abcdef, user: { id: ann }, roles: [admin] }
      - { key: key-of-ben-0123456789abcdef, user: { id: ben } }
`;
const ANN = 'key-of-ann-0123456789abcdef';
const BEN = 'key-of-ben-0123456789abcdef';
const INVOICES = 'lowdefy://invoices/query_invoices';
const STATS = 'lowdefy://dashboard/stats';

const cleanup = createCleanup();
afterAll(cleanup.run);
let app: Invoices;
let serving: Serving;
beforeAll(async () => {
  app = copyInvoices(cleanup, SETTINGS);
  serving = await serveCli(app.dir, { args: ['--watch', '--port', '0', '--mcp-port', '0'] });
  cleanup.add(() => serving.stop('SIGKILL'));
});

async function open(key: string, mode: 'auto' | 'legacy' = 'auto'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${serving.mcp}/mcp`), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  });
  await client.connect(transport);
  cleanup.add(() => client.close());
  return client;
}

async function read(client: Client, uri: string): Promise<Record<string, unknown>> {
  const { contents } = await client.readResource({ uri });
  const [content] = contents as { uri: string; mimeType: string; text: string }[];
  expect(content).toMatchObject({ uri, mimeType: 'application/json' });
  return JSON.parse(content?.text ?? '');
}

describe('what a user may read', () => {
  let ann: Client;
  let ben: Client;
  beforeAll(async () => {
    [ann, ben] = [await open(ANN), await open(BEN)];
  });

  test('resources are listed by rights, and pages with parameters as templates', async () => {
    const urisOf = async (client: Client) => (await client.listResources()).resources.map(({ uri }) => uri);
    const forAll = ['lowdefy://pages', STATS, 'lowdefy://dashboard/overdue', INVOICES];
    expect(await urisOf(ben)).toEqual(forAll);
    expect(await urisOf(ann)).toEqual([...forAll, 'lowdefy://admin/query_admin']);
    const { resourceTemplates } = await ben.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      `${INVOICES}{?search,status_filter}`,
      'lowdefy://invoice/query_invoice{?id}',
    ]);
  });

  test('the requests that are named, or what the page shows', async () => {
    expect(await read(ben, STATS)).toEqual({
      get_stats: [{ paid: expect.any(Number), outstanding: 4961.5, overdue: 4961.5, drafts: 3 }],
    });
    expect(await read(ben, 'lowdefy://dashboard/overdue')).toMatchObject({ overdue_table: { total: 5 } });
  });

  test('parameters filter, and tell which record a page is about', async () => {
    expect(await read(ben, `${INVOICES}?status_filter=paid&search=acme`)).toMatchObject({
      invoices_table: { rows: [{ number: 'INV-0013' }, { number: 'INV-0001' }], total: 2 },
    });
    expect(await read(ben, 'lowdefy://invoice/query_invoice?id=3')).toMatchObject({
      heading: 'Invoice INV-0003',
    });
  });

  test('the pages with their menus, by rights', async () => {
    const pagesOf = async (client: Client) =>
      ((await read(client, 'lowdefy://pages')).pages as { pageId: string }[]).map(({ pageId }) => pageId);
    expect(await pagesOf(ann)).toContain('admin');
    expect(await pagesOf(ben)).not.toContain('admin');
    expect(await read(ben, 'lowdefy://pages')).toMatchObject({
      pages: expect.arrayContaining([expect.objectContaining({ menu: 'Sales > Invoices' })]),
    });
  });

  test('arguments with options are completed by value or label', async () => {
    const ref = { type: 'ref/resource' as const, uri: `${INVOICES}{?search,status_filter}` };
    const complete = async (name: string, value: string) =>
      (await ben.complete({ ref, argument: { name, value } })).completion.values;
    expect(await complete('status_filter', 'Pa')).toEqual(['paid']);
    expect(await complete('search', 'Pa')).toEqual([]);
    expect(await complete('constructor', '')).toEqual([]);
  });

  test.each([
    ['lowdefy://admin/query_admin', 'not found'],
    ['lowdefy://invoices/nothing', 'not found'],
    ['lowdefy://invoice/query_invoice', 'needs an address: lowdefy://invoice/query_invoice{?id}'],
    [`${INVOICES}?serch=x`, 'has no parameter "serch". Did you mean "search"?'],
    [`${INVOICES}?status_filter=lost`, 'has no option "lost"'],
  ])('%s is refused with the reason', async (uri, why) => {
    await expect(ben.readResource({ uri })).rejects.toThrow(why);
  });

  test('reading leaves no session behind', async () => {
    const { content } = await ben.callTool({ name: 'session_list', arguments: { status: 'open' } });
    expect(JSON.stringify(content)).not.toContain('sess_');
  });
});

describe.each(['auto', 'legacy'] as const)('subscriptions (%s)', (mode) => {
  test('a write to the same connection, and the time, notify subscribers', async () => {
    const client = await open(BEN, mode);
    const heard = new Set<string>();
    const uris = [STATS, `${INVOICES}?search=acme`, 'lowdefy://dashboard/overdue', 'lowdefy://pages'];
    for (const uri of uris) await read(client, uri);
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      heard.add(params.uri);
    });
    expect(client.getProtocolEra()).toBe(mode === 'auto' ? 'modern' : 'legacy');
    if (mode === 'auto') {
      const subscription = await client.listen({ resourceSubscriptions: uris });
      cleanup.add(() => subscription.close());
    } else for (const uri of uris) await client.subscribeResource({ uri });
    // Without a write, only what is refreshed; this also shows that the client hears something at all.
    await eventually('a refresh', () => heard.has('lowdefy://dashboard/overdue'));
    expect([...heard]).toEqual(['lowdefy://dashboard/overdue']);
    const line_items = [{ description: 'Paint', quantity: 1, unit_price: 2 }];
    const { structuredContent } = await client.callTool({
      name: 'create_invoice',
      arguments: { customer_id: 'Acme Tools', line_items },
    });
    expect(structuredContent).toMatchObject({ ok: true });
    await eventually('the updates', () => heard.has(STATS) && heard.has(`${INVOICES}?search=acme`));
    expect(heard).not.toContain('lowdefy://pages');
  });
});

test('clients are notified when an app has other resources', async () => {
  const client = await open(BEN);
  let changes = 0;
  client.setNotificationHandler('notifications/resources/list_changed', () => {
    changes++;
  });
  const subscription = await client.listen({ resourcesListChanged: true });
  cleanup.add(() => subscription.close());
  writeFileSync(join(app.dir, 'tandem.yaml'), SETTINGS.replace('stats:', 'figures:'));
  await eventually('a notice', () => changes > 0);
  const { resources } = await client.listResources();
  expect(resources.map(({ name }) => name)).toContain('figures');
});

test('two apps with the same page have addresses of their own', async () => {
  const dir = tempDir(cleanup);
  for (const name of ['east', 'west']) {
    const page = `id: things\n    type: Box\n    events: { onInit: [{ id: all, type: Request, params: all }] }
    requests:
      - { id: all, type: KnexRaw, connectionId: db, properties: { query: "select '${name}' as side" } }`;
    const db =
      '{ id: db, type: Knex, properties: { client: sqlite3, connection: { filename: ":memory:" } } }';
    mkdirSync(join(dir, name));
    writeFileSync(
      join(dir, name, 'lowdefy.yaml'),
      `lowdefy: 4.0.0-rc.11\nconnections:\n  - ${db}\npages:\n  - ${page}\n`,
    );
    writeFileSync(join(dir, name, 'tandem.yaml'), 'mcp: { expose: all }\n');
  }
  const { client } = await connect(cleanup, dir);
  const { resources } = await client.listResources();
  const uris = resources.map(({ uri }) => uri).filter((uri) => uri.startsWith('lowdefy:'));
  expect(uris).toEqual([
    'lowdefy://east/pages',
    'lowdefy://east/things/query_things',
    'lowdefy://west/pages',
    'lowdefy://west/things/query_things',
  ]);
  expect(await read(client, 'lowdefy://west/things/query_things')).toEqual({
    all: { rows: [{ side: 'west' }], total: 1 },
  });
});

test.each([
  ['stats: { page: dashbord }', 'mcp.resources.stats: page "dashbord" not found. Did you mean "dashboard"?'],
  [
    'stats: { page: dashboard, requests: [get_stat] }',
    'has no request "get_stat". Did you mean "get_stats"?',
  ],
  ['stats: { page: create_invoice, requests: [insert_invoice] }', 'may change data'],
  ['stats: { page: dashboard, refresh: often }', 'refresh must be a time, such as 30s, 5m or 1h.'],
])('%s is a mistake that the build reports', async (settings, why) => {
  const { dir } = copyInvoices(cleanup, `mcp:\n  resources:\n    ${settings}\n`);
  const { code, stdout, stderr } = await runCli(['build', '--dir', dir]);
  expect(stdout + stderr).toContain(why);
  expect(code).not.toBe(0);
});
