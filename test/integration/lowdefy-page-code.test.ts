import { cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LogItem } from '../../src/lowdefy/bridge/recorder.ts';
import { recordAttacks } from '../attacks/record-attacks.ts';
import { createCleanup, tempDir } from './harness.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';

/* An app that makes templates of typed text, and an agent that types attempts to reach the server. */

const cleanup = createCleanup();
afterAll(cleanup.run);
const record = recordAttacks('Code in pages');

const PLUGIN = fileURLToPath(new URL('../fixtures/plugins/reach', import.meta.url));
const APP = `lowdefy: 4.0.0-rc.11
plugins: [{ name: reach-plugin }]
connections:
  - { id: db, type: Knex, properties: { client: better-sqlite3, connection: { filename: { _secret: FILE } }, useNullAsDefault: true } }
pages:
  - id: home
    type: Box
    requests:
      - { id: one, type: KnexRaw, connectionId: db, properties: { query: select 1 as one } }
    blocks:
      - { id: text, type: TextInput }
      - { id: shown, type: Paragraph, properties: { content: { _nunjucks: { template: { _state: text }, on: { a: { b: 1 } } } } } }
      - { id: fill, type: Button, events: { onClick: [{ id: set, type: SetState, params: { told: { _nunjucks: { template: { _state: text }, on: { a: { b: 1 } } } } } }] } }
      - { id: read, type: Button, events: { onClick: [{ id: set, type: SetState, params: { told: { _state: { _state: text } } } }] } }
      - { id: reach, type: Button, events: { onClick: [{ id: set, type: SetState, params: { told: { _reach: { _state: text } } } }] } }
      - { id: ask, type: Button, events: { onClick: [{ id: one, type: Request, params: one }] } }
`;

let user: McpUser;
let sessionId: string;
let marker: string;
let outside: string;
beforeAll(async () => {
  const dir = join(tempDir(cleanup), 'app');
  mkdirSync(dir);
  writeFileSync(join(dir, 'lowdefy.yaml'), APP);
  cpSync(PLUGIN, join(dir, 'plugins/reach'), { recursive: true });
  mkdirSync(join(dir, 'public'));
  writeFileSync(join(dir, 'public/list.json'), '[1]');
  marker = join(dir, 'marker');
  outside = join(dir, '../outside.txt');
  writeFileSync(outside, 'a file of somebody else');
  user = await connect(cleanup, dir, { LOWDEFY_SECRET_FILE: join(dir, 'data.db'), OTHER_KEY: 'hush' });
  const { structured } = await user.call('session_create', { name: 'test' });
  sessionId = (structured as { sessionId: string }).sessionId;
  await user.call('navigate', { sessionId, pageId: 'home' });
});

/** Type the text and click; answers what the click came to, and what the page was told. */
async function type(text: string, button: string): Promise<{ item: LogItem | undefined; told: unknown }> {
  const actions = [
    { type: 'setState', key: 'told', value: 'nothing yet' },
    { type: 'setValue', blockId: 'text', value: text },
    { type: 'triggerEvent', blockId: button, event: 'onClick' },
  ];
  const [, , item] = (await user.call('interact', { sessionId, actions, view: 'none' })).log();
  const { texts } = await user.call('get_state', { sessionId });
  return { item, told: JSON.parse(texts[0] ?? '').state.told };
}

const RUN = () => `process.mainModule.require("child_process").execSync("touch ${marker}")`;

test('templates and paths from typed text work', async () => {
  expect((await type('{{ a.b + 1 }} {{ "x" | upper }}', 'fill')).told).toBe('2 X');
  expect((await type('text', 'read')).told).toBe('text');
});

test('page code reads what is public', async () => {
  const code = `node.fs.readFileSync("${join(marker, '../public/list.json')}", "utf8")`;
  expect((await type(code, 'reach')).told).toBe('"[1]"');
});

describe('a typed template cannot', () => {
  test.each([
    ['read the environment', () => '{{ a.constructor.constructor("return process.env.OTHER_KEY")() }}'],
    ['run a command', () => `{{ range.constructor('return ${RUN()}')() }}`],
    ['name what it wants in pieces', () => '{{ a["con" + "structor"].name }}'],
    ['name it in a list', () => '{{ a[["constructor"]].name }}'],
    ['begin with the constructor of all values', () => '{{ constructor.assign({}, a) }}'],
    ['go through the prototype', () => '{{ a.__proto__.x }}'],
    ['go through a function', () => '{{ range.prototype }}'],
    ['find the prototype by its getter', () => '{{ a.__lookupGetter__("__proto__").call(a) }}'],
  ])('%s', async (attack, template) => {
    const { item, told } = await type(template(), 'fill');
    expect([item?.success, told]).toEqual([false, 'nothing yet']);
    expect(existsSync(marker)).toBe(false);
    record(`${attack}, by a template that was typed`, 'interact', String(item?.error), {
      [marker]: 'MARKER',
    });
  });

  test('do so where it is drawn', async () => {
    const actions = [
      { type: 'setValue', blockId: 'text', value: '{{ a.constructor.constructor("return 6 * 7")() }}' },
    ];
    const { texts, isError } = await user.call('interact', { sessionId, actions, view: 'full' });
    expect(isError).toBe(false);
    expect(texts.join('\n')).not.toContain('42');
  });
});

test.each(['constructor', 'text.constructor', '__proto__.x', 'prototype'])(
  'a typed path, %s, is refused',
  async (path) => {
    const { item, told } = await type(path, 'read');
    expect([item?.success, told]).toEqual([false, 'nothing yet']);
    record(`look up ${path}, by a path that was typed`, 'interact', String(item?.error));
  },
);

describe('code that got past all of that', () => {
  test.each([
    ['read the environment', 'process.env', '{}'],
    ['read a secret', 'process.env.LOWDEFY_SECRET_FILE', 'nothing'],
  ])('%s', async (attack, code, found) => {
    const { told } = await type(code, 'reach');
    expect(told).toBe(found);
    record(
      `${attack}, by code in the process of the page`,
      'interact',
      `Finds ${found === '{}' ? 'none' : found}.`,
    );
  });

  test.each([
    ['read a file', () => `node.fs.readFileSync("${outside}", "utf8")`],
    ['list a folder', () => `node.fs.readdirSync("${join(outside, '..')}")`],
    ['write a file', () => `node.fs.writeFileSync("${marker}", "x")`],
    ['run a command', () => `node.childProcess.execSync("touch ${marker}")`],
    ['start a thread', () => 'new node.threads.Worker("1", { eval: true })'],
    ['load native code', () => `process.dlopen({ exports: {} }, "${outside}")`],
    ['end the server', () => 'process.kill(process.ppid, "SIGKILL")'],
    ['write to the server as its process does', () => 'process.send({ kind: "pong" })'],
  ])('cannot %s', async (attack, code) => {
    const { item, told } = await type(code(), 'reach');
    expect([item?.success, told]).toEqual([false, 'nothing yet']);
    record(`${attack}, by code in the process of the page`, 'interact', String(item?.error), {
      [outside]: 'OUTSIDE',
    });
    expect(existsSync(marker)).toBe(false);
  });
});

test('code that writes nonsense to the server ends its process, and nothing else', async () => {
  const actions = [
    { type: 'setValue', blockId: 'text', value: 'node.fs.writeSync(3, "nonsense\\n")' },
    { type: 'triggerEvent', blockId: 'reach', event: 'onClick' },
  ];
  const { isError, texts } = await user.call('interact', { sessionId, actions, view: 'none' });
  expect(isError).toBe(true);
  record('write nonsense to the server, by code in the process of the page', 'interact', texts[0] ?? '');
});

test('after all of that the session and its requests continue', async () => {
  const { item } = await type('{{ a.b }}', 'ask');
  expect(item).toMatchObject({ success: true, requestResults: [{ success: true, response: [{ one: 1 }] }] });
  expect(existsSync(marker)).toBe(false);
});
