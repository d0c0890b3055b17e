import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, describe, expect, test } from 'vitest';
import { cli, serveCli } from './cli/run-cli.ts';
import { createCleanup, eventually, tempDir } from './harness.ts';
import { linkLowdefy } from './lowdefy/test-lowdefy.ts';
import { copyForms } from './named/copy-forms.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

type Era = 'modern' | 'legacy';

async function connect(
  era: Era,
  transport: StdioClientTransport | StreamableHTTPClientTransport,
): Promise<Client> {
  const mode = era === 'modern' ? 'auto' : 'legacy';
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  cleanup.add(() => client.close());
  expect(client.getProtocolEra()).toBe(era);
  return client;
}

function overStdio(era: Era, dir: string, ...args: string[]): Promise<Client> {
  linkLowdefy(dir);
  const env = { PATH: process.env.PATH ?? '', HOME: dir };
  return connect(
    era,
    new StdioClientTransport({
      command: process.execPath,
      args: [cli, 'mcp', '--dir', dir, ...args],
      env,
      stderr: 'ignore',
    }),
  );
}

function overHttp(era: Era, port: number, key: string): Promise<Client> {
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  const url = new URL(`http://127.0.0.1:${port}/mcp`);
  return connect(era, new StreamableHTTPClientTransport(url, { requestInit }));
}

async function namesOf(client: Client): Promise<string[]> {
  const { tools } = await client.listTools();
  return tools
    .map((tool) => tool.name)
    .filter((name) => !/^(session_|navigate|interact|get_|ui_|ask_result)/.test(name));
}

const PUBLIC = [
  'order',
  'profile_keep_draft',
  'profile_publish_it',
  'assign',
  'options_assign',
  'dialogs_dialog',
  'dialogs_sure',
  'guarded',
];

describe.each(['modern', 'legacy'] as const)('a client of the %s era', (era) => {
  test("gets the app's own tools and calls them", async () => {
    const { dir, saved } = copyForms(cleanup, 'mcp: { expose: forms }\n');
    const client = await overStdio(era, dir);
    expect(await namesOf(client)).toEqual(PUBLIC);
    const { structuredContent } = await client.callTool({ name: 'order', arguments: { title: 'x' } });
    expect(structuredContent).toMatchObject({ ok: true });
    expect(saved()).toMatchObject([{ kind: 'order', data: { title: 'x' } }]);
  });

  test('is notified when the tools of a watched app change', async () => {
    const { dir } = copyForms(cleanup, 'mcp: { expose: [order] }\n');
    const client = await overStdio(era, dir, '--watch');
    let changes = 0;
    client.setNotificationHandler('notifications/tools/list_changed', () => {
      changes++;
    });
    if (era === 'modern') {
      const listening = await client.listen({ toolsListChanged: true });
      cleanup.add(() => listening.close());
    }
    expect(await namesOf(client)).toEqual(['order']);
    writeFileSync(join(dir, 'tandem.yaml'), 'mcp: { expose: [order, assign] }\n');
    await eventually('the notice', () => changes > 0);
    expect(await namesOf(client)).toEqual(['order', 'assign', 'options_assign']);
    const page = join(dir, 'pages/order.yaml');
    writeFileSync(page, readFileSync(page, 'utf8').replace('Title of the order', 'Its name'));
    await eventually('another notice', () => changes > 1);
    const { tools } = await client.listTools();
    expect(JSON.stringify(tools.find((tool) => tool.name === 'order'))).toContain('Its name');
  });
});

const KEYS = `mcp:
  expose: forms
  auth:
    type: api_key
    keys:
      - { key: key-of-nobody-1, roles: [], user: { id: nobody } }
      - { key: key-of-boss-0002, roles: [boss], user: { id: boss } }
`;

test.each(['modern', 'legacy'] as const)(
  'users see the tools of the pages they may open, and no others exist for them (%s)',
  async (era) => {
    const { dir } = copyForms(cleanup, KEYS);
    linkLowdefy(dir);
    const serving = await serveCli(dir, { args: ['--port', '0', '--mcp-port', '0'] });
    cleanup.add(() => serving.stop('SIGKILL'));
    const other = await overHttp(era, serving.mcp, 'key-of-nobody-1');
    const boss = await overHttp(era, serving.mcp, 'key-of-boss-0002');
    const [last, ...rest] = [...PUBLIC].reverse();
    const all = rest.reverse();
    expect(await namesOf(other)).toEqual([...all, 'members', last]);
    expect(await namesOf(boss)).toEqual([...all, 'members', 'secret', last]);
    const refused = (name: string) =>
      other.callTool({ name, arguments: { text: 'x' } }).then(
        () => 'it ran',
        (error: Error) => error.message.replaceAll(name, 'NAME'),
      );
    expect(await refused('secret')).toContain('Unknown tool "NAME"');
    expect(await refused('secret')).toBe(await refused('zecret'));
    const { structuredContent } = await boss.callTool({ name: 'secret', arguments: { text: 'x' } });
    expect(structuredContent).toMatchObject({ ok: true });
  },
);

test('twenty forms cost an agent few tokens', async () => {
  const dir = tempDir(cleanup);
  const pages = Array.from({ length: 20 }, (_, n) => formPage(`create_thing_${n}`));
  writeFileSync(
    join(dir, 'lowdefy.yaml'),
    JSON.stringify({ lowdefy: '4.0.0-rc.11', connections: [CONNECTION], pages }),
  );
  writeFileSync(join(dir, 'tandem.yaml'), 'mcp: { expose: forms }\n');
  const client = await overStdio('modern', dir);
  const { tools } = await client.listTools();
  const forms = tools.filter((tool) => tool.name.startsWith('create_thing_'));
  expect(forms).toHaveLength(20);
  // As models count, roughly.
  expect(JSON.stringify(forms).length / 4).toBeLessThanOrEqual(3000);
});

const CONNECTION = {
  id: 'db',
  type: 'Knex',
  properties: { client: 'sqlite3', connection: { filename: 'a.db' } },
};

/** A form as apps have them: some texts, a number, a choice, a date. */
function formPage(id: string): object {
  const options = ['low', 'normal', 'high'];
  return {
    id,
    type: 'Box',
    properties: { title: `Create ${id}` },
    requests: [
      { id: 'add', type: 'KnexRaw', connectionId: 'db', properties: { query: 'insert into t values (1)' } },
    ],
    blocks: [
      { id: 'name', type: 'TextInput', required: true, properties: { title: 'Name' } },
      { id: 'description', type: 'TextArea', properties: { title: 'What it is about' } },
      { id: 'amount', type: 'NumberInput', required: true, properties: { title: 'Amount', min: 0 } },
      { id: 'priority', type: 'Selector', properties: { title: 'Priority', options } },
      { id: 'due', type: 'DateSelector', properties: { title: 'Due' } },
      { id: 'save', type: 'Button', events: { onClick: [{ id: 'add', type: 'Request', params: 'add' }] } },
    ],
  };
}

test('of two apps with tools of one name, both get the name of their app', async () => {
  const root = tempDir(cleanup);
  for (const [app, settings] of [
    ['north', 'mcp: { expose: [order, members] }\n'],
    ['south', 'mcp: { expose: [order, guarded] }\n'],
  ] as const) {
    const { dir } = copyForms(cleanup, settings, app);
    mkdirSync(join(root, app));
    cpSync(dir, join(root, app), { recursive: true });
  }
  const client = await overStdio('modern', root);
  expect(await namesOf(client)).toEqual(['north_order', 'south_order', 'guarded']);
  const { structuredContent } = await client.callTool({ name: 'south_order', arguments: { title: 'x' } });
  expect(structuredContent).toMatchObject({ ok: true });
  const created = await client.callTool({ name: 'session_create', arguments: { name: 's', app: 'north' } });
  const { sessionId } = created.structuredContent as { sessionId: string };
  const elsewhere = await client.callTool({ name: 'guarded', arguments: { sessionId, text: 'x' } });
  expect(elsewhere.content).toMatchObject([{ text: expect.stringContaining('a tool of the app "south"') }]);
});
