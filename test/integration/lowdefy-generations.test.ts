import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  GENERATION_4_5,
  GENERATION_5,
  type Generation,
  installFinished,
  installGeneration,
} from '../fixtures/generations/install-generation.ts';
import { createCleanup, eventually, tempDir } from './harness.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

const APP = `lowdefy: VERSION
pages:
  - id: home
    type: PageHeaderMenu
    events:
      onInit: [{ id: start, type: SetState, params: { rows: [{ city: Oslo }] } }]
    blocks:
      - { id: name, type: TextInput }
      - { id: stars, type: Stars, properties: { title: Rating } }
      - { id: told, type: Paragraph, properties: { content: { _js: { hash: shout, args: { _state: name } } } } }
      - { id: spun, type: Paragraph, properties: { content: { _js: { hash: spin, args: { _state: name } } } } }
      - id: rows
        type: ControlledList
        blocks: [{ id: rows.$.city, type: TextInput }]
      - id: box
        type: Card
        areas:
          extra: { blocks: [{ id: inside, type: TextInput }] }
      - id: greet
        type: Button
        events:
          onClick:
            - { id: call, type: CallAPI, params: { endpointId: greet, payload: { name: { _state: name } } } }
            - { id: keep, type: SetState, params: { greeting: { _actions: call.response.greeting } } }
      - id: refuse
        type: Button
        events: { onClick: [{ id: call, type: CallAPI, params: { endpointId: refuse } }] }
  - { id: other, type: Box, blocks: [{ id: there, type: TextInput }] }
`;
const EXTRAS = {
  metas: {
    PageHeaderMenu: { category: 'container' },
    Box: { category: 'container' },
    Card: { category: 'container' },
    Button: { category: 'display' },
    Paragraph: { category: 'display' },
    TextInput: { category: 'input', valueType: 'string' },
    ControlledList: { category: 'list', valueType: 'array' },
    Stars: { category: 'input', valueType: 'number' },
  },
  jsMap: `export default {
  shout: (text) => (text ?? '').toUpperCase(),
  spin: (text) => { while (text === 'spin'); },
};
`,
  api: {
    greet: { endpointId: 'greet', auth: { public: true }, greeting: 'Hello' },
    refuse: { endpointId: 'refuse', auth: { public: true }, reject: 'Not today.' },
  },
};

function makeApp(words: Generation, settings?: string): string {
  const dir = join(tempDir(cleanup), 'app');
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'lowdefy.yaml'), APP.replace('VERSION', words.version));
  if (settings !== undefined) writeFileSync(join(dir, 'tandem.yaml'), `mcp: { ${settings} }\n`);
  installGeneration(dir, words, EXTRAS);
  return dir;
}

async function open(user: McpUser) {
  const { structured } = await user.call('session_create', { name: 'test' });
  const { sessionId } = structured as { sessionId: string };
  const shown = await user.call('navigate', { sessionId, pageId: 'home' });
  return {
    sessionId,
    shown,
    act: (...actions: object[]) => user.call('interact', { sessionId, actions, view: 'full' }),
    state: async (from = user) =>
      JSON.parse((await from.call('get_state', { sessionId })).texts[0] ?? '{}').state,
  };
}

const set = (blockId: string, value: unknown) => ({ type: 'setValue', blockId, value });
const click = (blockId: string) => ({ type: 'triggerEvent', blockId, event: 'onClick' });

const GENERATIONS = [GENERATION_4_5, GENERATION_5];

/** One server of each generation, for tests that change nothing but their own session. */
const shared = new Map<Generation, { dir: string; user: Promise<McpUser> }>();

function shareServer(words: Generation): { dir: string; user: Promise<McpUser> } {
  const dir = shared.get(words)?.dir ?? makeApp(words);
  const one = shared.get(words) ?? { dir, user: connect(cleanup, dir) };
  shared.set(words, one);
  return one;
}

describe.each(GENERATIONS)('an app on Lowdefy $version, with its own packages', (words) => {
  test('is read and used: blocks in areas and lists, functions of _js, endpoints', async () => {
    const { dir, user } = shareServer(words);
    const { act, state, shown, sessionId } = await open(await user);
    expect(
      shown.log().flatMap(({ warnings = [] }) => warnings.filter((text) => /Lowdefy/.test(text))),
    ).toEqual([]);
    const { texts, log } = await act(
      set('name', 'ann'),
      set('inside', 'deep'),
      { type: 'callMethod', blockId: 'rows', method: 'pushItem' },
      set('rows.1.city', 'Rome'),
      click('greet'),
    );
    expect(
      log()
        .slice(0, 5)
        .map(({ success }) => success),
    ).toEqual([true, true, true, true, true]);
    expect(log()[4]).toMatchObject({ requestResults: [{ requestId: 'greet', success: true }] });
    expect(texts[0]).toContain('ANN');
    const expected = {
      name: 'ann',
      inside: 'deep',
      rows: [{ city: 'Oslo' }, { city: 'Rome' }],
      greeting: 'Hello ann',
    };
    expect(await state()).toMatchObject(expected);
    // Another process takes the session over.
    const second = await connect(cleanup, dir);
    expect(await state(second)).toMatchObject(expected);
    const { log: after } = await second.call('interact', {
      sessionId,
      actions: [set('rows.0.city', 'Bern')],
    });
    expect(after()[0]).toMatchObject({ success: true });
    expect(await state(second)).toMatchObject({ rows: [{ city: 'Bern' }, { city: 'Rome' }] });
  });

  test('callApi calls an endpoint, and reports why one refused', async () => {
    const { act } = await open(await shareServer(words).user);
    const call = (endpointId: string, payload?: object) => ({ type: 'callApi', endpointId, payload });
    const { log } = await act(call('greet', { name: 'ben' }), call('refuse'), call('none'), click('refuse'));
    expect(log().slice(0, 4)).toMatchObject([
      {
        action: 'callApi',
        success: true,
        requestResults: [{ requestId: 'greet', success: true, response: { greeting: 'Hello ben' } }],
      },
      { success: false, error: 'Not today.' },
      { success: false, error: expect.stringContaining('"none"') },
      { success: false, error: expect.stringContaining('Not today.') },
    ]);
  });

  test('a read-only app has no endpoints, since it is unknown what they do', async () => {
    const user = await connect(cleanup, makeApp(words, 'readOnly: true'));
    const { act } = await open(user);
    const { log } = await act({ type: 'callApi', endpointId: 'greet', payload: { name: 'x' } });
    expect(log()[0]).toMatchObject({ success: false, error: expect.stringContaining('read-only') });
  });
});

test('an endless function of _js costs its call, and the session continues', async () => {
  const user = await connect(cleanup, makeApp(GENERATION_5, 'limits: { appBusySeconds: 1 }'));
  const { act, state } = await open(user);
  await act(set('name', 'kept'));
  const { isError, texts } = await act(set('name', 'spin'));
  expect([isError, texts[0]]).toEqual([true, expect.stringContaining('mcp.limits.appBusySeconds')]);
  expect(await state()).toMatchObject({ name: 'kept' });
  expect((await act(set('name', 'ann'))).log()[0]).toMatchObject({ success: true });
});

test('an app that its own command line builds is reloaded after a build', async () => {
  const dir = makeApp(GENERATION_5);
  await installFinished(dir, GENERATION_5, EXTRAS);
  const user = await connect(cleanup, dir);
  const { sessionId } = await open(user);
  const file = join(dir, '.lowdefy/server/build/pages/home.json');
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('Rating', 'Verdict'));
  await eventually('the new build', async () => {
    const { texts } = await user.call('navigate', { sessionId, pageId: 'home' });
    return texts[0]?.includes('Verdict');
  });
});

test('blocks of version 5 are what its build says they are', async () => {
  const { act } = await open(await shareServer(GENERATION_5).user);
  const { log } = await act(set('stars', 4), set('stars', 'many'));
  expect(log().slice(0, 2)).toMatchObject([{ success: true }, { success: false }]);
});

test('an unknown version is tried, with a note about it', async () => {
  const words = {
    generation: '9',
    version: '9.1.0',
    root: 'RootPlaces',
    areas: 'places',
    inside: 'subPlaces',
    insideOf: 'block' as const,
  };
  const user = await connect(cleanup, makeApp({ ...words, areas: 'areas' }));
  const { act, shown } = await open(user);
  expect(shown.texts.join()).toContain('runs on Lowdefy 9.1.0, whose engine is unknown to Tandem');
  const { log } = await act(set('name', 'eve'), set('inside', 'x'), set('rows.0.city', 'Lima'));
  expect(log().slice(0, 3)).toMatchObject([{ success: true }, { success: true }, { success: true }]);
});
