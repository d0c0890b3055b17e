import { describe, expect, it } from 'vitest';
import { load, makeApp, recordLog } from '../../../test/fixtures/contacts-app.ts';
import type { McpAppInput } from '../app/mcp-schema.ts';

const request = (id: string, query: string) =>
  `  - { id: ${id}, type: KnexRaw, connectionId: db, properties: { query: "${query}" } }`;
const button = (id: string, requestId: string, more = '') =>
  `  - { id: ${id}, type: Button, events: { onClick: [{ id: go, type: Request, params: ${requestId} }] }${more} }`;
const page = (id: string, ...blocks: string[]) =>
  [
    `id: ${id}`,
    'type: Box',
    `properties: { title: ${id.toUpperCase()} }`,
    'requests:',
    request('add', 'insert into t values (1)'),
    request('change', 'update t set a = 1'),
    request('read', 'select 1'),
    'blocks:',
    '  - { id: name, type: TextInput }',
    ...blocks,
    '',
  ].join('\n');

const MAIN = `lowdefy: 4.0.0-rc.11
connections:
  - { id: db, type: Knex, properties: { client: sqlite3, connection: { filename: ./a.db } } }
pages:
  - { _ref: one.yaml }
  - { _ref: two.yaml }
`;

function makeForms(more: Record<string, string> = {}): string {
  return makeApp({
    'lowdefy.yaml': MAIN,
    'one.yaml': page('one', button('save', 'add'), button('find', 'read')),
    'two.yaml': page('two', button('add_it', 'add'), button('change_it', 'change')),
    ...more,
  });
}

async function toolsOf(settings: McpAppInput, more: Record<string, string> = {}) {
  const app = await load(makeForms(more), { settings });
  return app.tools;
}

const namesOf = async (settings: McpAppInput, more: Record<string, string> = {}) =>
  (await toolsOf(settings, more)).map(({ name }) => name);

describe('the tools of an app', () => {
  it('are none by default', async () => {
    expect(await namesOf({})).toEqual([]);
  });

  it('are those that settings expose: all forms, or some by name', async () => {
    expect(await namesOf({ expose: 'forms' })).toEqual(['one', 'two_add_it', 'two_change_it']);
    expect(await namesOf({ expose: ['two_change_it'] })).toEqual(['two_change_it']);
    expect(await namesOf({ expose: 'forms', tools: { one: { enabled: false } } })).toEqual([
      'two_add_it',
      'two_change_it',
    ]);
  });

  it('are those that settings name, wherever', async () => {
    expect(await namesOf({ tools: { one: { description: 'Adds one.' } } })).toEqual(['one']);
    expect(await namesOf({ pages: { two: { blocks: { add_it: { toolName: 'add_two' } } } } })).toEqual([
      'add_two',
    ]);
    expect(await namesOf({ pages: { two: { toolName: 'pair' } } })).toEqual([
      'pair_add_it',
      'pair_change_it',
    ]);
    const own = { 'one.yaml': `${page('one', button('save', 'add', ', mcp: { enabled: true }'))}` };
    expect(await namesOf({}, own)).toEqual(['one']);
    expect(await namesOf({ expose: 'forms', pages: { one: { enabled: false } } }, own)).not.toContain('one');
  });

  it('have titles, descriptions and what they do to data', async () => {
    const [one, add, change] = await toolsOf({
      expose: 'forms',
      tools: { one: { description: 'Adds one.', confirm: true } },
    });
    expect(one).toMatchObject({
      title: 'ONE',
      description: 'Adds one. A person must approve it.',
      annotations: { destructiveHint: false },
      submit: { blockId: 'save', event: 'onClick' },
      confirm: true,
    });
    expect(add).toMatchObject({ title: 'TWO: add_it', description: 'Fill in "TWO" and press "add_it".' });
    expect(change?.annotations).toEqual({ destructiveHint: true });
  });

  it('need a confirmation on the page as well, if they need one', async () => {
    const app = await load(makeForms(), { settings: { tools: { one: { confirm: true } } } });
    expect(app.settings.pages.one?.blocks.save?.confirm).toBe(true);
  });

  it('can be defined by hand', async () => {
    const [tool, ...others] = await toolsOf({ tools: { renew: { page: 'two', submit: 'change_it' } } });
    expect(others).toEqual([]);
    expect(tool).toMatchObject({ name: 'renew', pageId: 'two', submit: { blockId: 'change_it' } });
    expect(
      await namesOf({ expose: 'forms', tools: { renew: { page: 'two', submit: 'change_it' } } }),
    ).toEqual(['renew', 'one', 'two_add_it']);
  });

  it('have the name of their page if the other buttons are not for agents', async () => {
    const pages = { two: { blocks: { add_it: { exclude: true } } } };
    expect(await namesOf({ expose: 'forms', pages })).toEqual(['one', 'two']);
  });

  it('are not made of everything that has a name, and a warning says so', async () => {
    const log = recordLog();
    const settings = { pages: { one: { blocks: { name: { toolName: 'x' } } } } };
    const app = await load(makeForms(), { settings, log });
    expect(app.tools).toEqual([]);
    expect(log.lines).toContain(
      'warn mcp.toolName of block "name" of page "one" has no effect: no tool can be made of it.',
    );
  });

  it('do not write in an app that is read-only for agents, and are not made of excluded pages', async () => {
    expect(await namesOf({ expose: 'forms', readOnly: true })).toEqual([]);
    expect(await namesOf({ expose: 'forms', exclude: ['two'] })).toEqual(['one']);
  });

  it('have legal names of limited length', async () => {
    const id = `sales/${'a'.repeat(80)}`;
    const [name = ''] = await namesOf({ expose: 'forms' }, { 'one.yaml': page(id, button('save', 'add')) });
    expect(name).toMatch(/^sales_a{49}_[0-9a-f]{8}$/);
  });
});

describe('settings that are wrong', () => {
  it.each<[McpAppInput, string]>([
    [{ expose: ['on'] }, 'mcp.expose: "on" is not a tool of this app. Did you mean "one"?'],
    [{ expose: ['navigate'] }, 'mcp.expose: "navigate" is always offered.'],
    [
      { tools: { two_change: {} } },
      'mcp.tools: "two_change" is not a tool of this app. Did you mean "two_change_it"?',
    ],
    [{ tools: { interac: { enabled: false } } }, 'Did you mean "interact"?'],
    [{ tools: { a: { page: 'tow' } } }, 'mcp.tools.a: page "tow" not found. Did you mean "two"?'],
    [
      { tools: { a: { page: 'two' } } },
      'mcp.tools.a: page "two" has 2 events that submit. Name the block with submit.',
    ],
    [{ tools: { a: { page: 'two', submit: 'name' } } }, 'block "name" of page "two" submits nothing.'],
    [
      { expose: 'forms', pages: { two: { blocks: { add_it: { toolName: 'one' } } } } },
      'Two tools have the name "one": "save" of page "one" and "add_it" of page "two". Give one another name with mcp.toolName.',
    ],
    [
      { pages: { one: { toolName: 'interact' } } },
      'Two tools have the name "interact": a tool of every app and "save" of page "one".',
    ],
  ])('stop the build: %j', async (settings, message) => {
    await expect(toolsOf(settings)).rejects.toThrow(message);
  });
});
