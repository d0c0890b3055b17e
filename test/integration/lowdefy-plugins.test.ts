import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { runCli, serveCli } from './cli/run-cli.ts';
import { createCleanup, eventually, tempDir } from './harness.ts';
import { connectHttp } from './lowdefy/http-client.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

const FIXTURES = fileURLToPath(new URL('../fixtures/plugins', import.meta.url));

const app = (plugins: string, more = '') => `lowdefy: 4.0.0-rc.11
plugins:
${plugins}
connections:
  - { id: memo, type: Memo, properties: { file: { _secret: FILE }, write: true } }
pages:
  - id: home
    type: Box
    requests:
      - { id: read, type: MemoRead, connectionId: memo }
      - id: write
        type: MemoWrite
        connectionId: memo
        payload: { stars: { _state: rating } }
        properties: { text: { _string.concat: ['rated ', { _stars: { _payload: stars } }] } }
    blocks:
      - { id: rating, type: StarRating, properties: { title: How was it, most: 5 } }
      - { id: gauge, type: Gauge, properties: { value: { _state: rating }, most: 5 } }
      - id: frame
        type: Frame
        blocks:
          - { id: told, type: Paragraph, properties: { content: { _stars: { _state: rating } } } }
      - { id: name, type: TextInput }
      - id: shout
        type: Button
        events: { onClick: [{ id: shout, type: Shout, params: { text: { _state: name } } }] }
      - id: save
        type: Button
        events: { onClick: [{ id: write, type: Request, params: write }, { id: read, type: Request, params: read }] }
      - { id: crash, type: Button, events: { onClick: [{ id: crash, type: Crash }] } }
${more}`;

async function open(user: McpUser): Promise<{
  sessionId: string;
  act(...actions: object[]): ReturnType<McpUser['call']>;
}> {
  const { structured } = await user.call('session_create', { name: 'test' });
  const { sessionId } = structured as { sessionId: string };
  await user.call('navigate', { sessionId, pageId: 'home' });
  return { sessionId, act: (...actions) => user.call('interact', { sessionId, actions, view: 'full' }) };
}

const set = (blockId: string, value: unknown) => ({ type: 'setValue', blockId, value });
const click = (blockId: string) => ({ type: 'triggerEvent', blockId, event: 'onClick' });

function makeApp(text: string): string {
  const dir = join(tempDir(cleanup), 'app');
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'lowdefy.yaml'), text);
  return dir;
}

/** Everything that the plugin brings, used. */
async function useAll(dir: string): Promise<void> {
  const file = join(dir, 'memo.txt');
  const user = await connect(cleanup, dir, { LOWDEFY_SECRET_FILE: file });
  const { sessionId, act } = await open(user);
  const { texts, log } = await act(set('rating', 3), set('name', 'hello'), click('shout'), click('save'));
  expect(log().map(({ success }) => success)).toEqual([true, true, true, true]);
  // Its own renderers: from the plugin's /mcp, and as a static of the block.
  expect(texts[0]).toContain('How was it: *** of 5 stars');
  expect(texts[0]).toContain('Needle at 3 of 5');
  expect(texts[0]).toMatch(/Framed:[\s\S]*\*\*\*[\s\S]*End of frame\./);
  const state = JSON.parse((await user.call('get_state', { sessionId })).texts[0] ?? '');
  expect(state).toMatchObject({
    state: { rating: 3, shouted: 'HELLO' },
    requests: { write: { written: 'rated ***' }, read: 'rated ***' },
  });
  expect(readFileSync(file, 'utf8')).toBe('rated ***');
  // It is an input of numbers like any other.
  const refused = await act(set('rating', 'many'));
  expect(refused.log()[0]).toMatchObject({ success: false, error: expect.stringContaining('number') });
}

describe('blocks, actions, operators and connections of a plugin', () => {
  test('in a folder that its version names', async () => {
    const dir = makeApp(app('  - { name: stars-plugin, version: "file:../shared/stars" }'));
    cpSync(join(FIXTURES, 'stars'), join(dir, '../shared/stars'), { recursive: true });
    await useAll(dir);
  });

  test('in a workspace that contains the app', async () => {
    const dir = makeApp(app('  - { name: stars-plugin, version: "workspace:*" }'));
    writeFileSync(join(dir, '../pnpm-workspace.yaml'), "packages: ['app', 'packages/*']\n");
    cpSync(join(FIXTURES, 'stars'), join(dir, '../packages/stars'), { recursive: true });
    await useAll(dir);
  });

  test('packed and installed by npm', async () => {
    const dir = makeApp(app('  - { name: stars-plugin, version: 1.2.0 }'));
    const npm = (...args: string[]) =>
      execFileSync('npm', args, { cwd: dir, encoding: 'utf8', stdio: 'pipe' });
    writeFileSync(join(dir, 'package.json'), '{ "private": true }');
    const packed = npm('pack', '--silent', join(FIXTURES, 'stars')).trim();
    npm('install', '--offline', '--no-audit', '--no-fund', `./${packed}`);
    await useAll(dir);
  });

  test('under a prefix, and where Node cannot load its code', async () => {
    const text = app(
      '  - { name: stars-plugin }\n  - { name: "@acme/styled-plugin", typePrefix: Acme }',
      '      - { id: knob, type: AcmeKnob, properties: { title: Turn me } }\n',
    );
    const dir = makeApp(text);
    // In the app's own plugins/ nothing need be said.
    cpSync(FIXTURES, join(dir, 'plugins'), { recursive: true });
    const user = await connect(cleanup, dir, { LOWDEFY_SECRET_FILE: join(dir, 'memo.txt') });
    const { act } = await open(user);
    const { texts, log } = await act(set('knob', 'to the left'));
    expect(log()[0]).toMatchObject({ success: true });
    expect(texts[0]).toMatch(/<input id="knob"[\s\S]*to the left/);
  });
});

test('code of a plugin that ends its thread costs its call only', async () => {
  const dir = makeApp(app('  - { name: stars-plugin }'));
  cpSync(FIXTURES, join(dir, 'plugins'), { recursive: true });
  const user = await connect(cleanup, dir, { LOWDEFY_SECRET_FILE: join(dir, 'memo.txt') });
  const [one, two] = [await open(user), await open(user)];
  await one.act(set('name', 'kept'));
  const { isError, texts } = await one.act(set('name', 'lost'), click('crash'));
  expect([isError, texts[0]]).toEqual([true, expect.stringContaining('Nothing of this call was saved')]);
  expect((await two.act(set('name', 'fine'))).log()).toMatchObject([{ success: true }]);
  const { texts: after } = await user.call('get_state', { sessionId: one.sessionId });
  expect(JSON.parse(after[0] ?? '').state.name).toBe('kept');
});

test('a plugin that is worked on is loaded again when its code changes', async () => {
  const dir = makeApp(app('  - { name: stars-plugin, version: "link:../stars" }'));
  const plugin = join(dir, '../stars');
  cpSync(join(FIXTURES, 'stars'), plugin, { recursive: true });
  const serving = await serveCli(dir, {
    args: ['--watch', '--port', '0', '--mcp-port', '0'],
    env: { LOWDEFY_SECRET_FILE: join(dir, 'memo.txt') },
  });
  cleanup.add(() => serving.stop('SIGKILL'));
  const user = await connectHttp(cleanup, serving.mcp, serving.file('mcp-key'));
  const { act } = await open(user);
  expect((await act(set('rating', 2))).texts[0]).toContain('** of 5 stars');
  const file = join(plugin, 'mcp.js');
  writeFileSync(file, readFileSync(file, 'utf8').replace("'*'", "'+'"));
  await eventually('the new build', () => serving.stderr().includes('is being rebuilt'));
  expect((await act(set('rating', 4))).texts[0]).toContain('++++ of 5 stars');
});

describe('a plugin that is broken is named with the reason, and the rest of the app works', () => {
  /** The plugin in the app's own plugins/, with some of its files written anew. */
  function makeBroken(files: Record<string, string>, name = 'stars-plugin'): string {
    const dir = makeApp(app(`  - { name: ${name}, version: 1.2.0 }`));
    const plugin = join(dir, 'plugins/stars');
    cpSync(join(FIXTURES, 'stars'), plugin, { recursive: true });
    for (const [file, text] of Object.entries(files)) writeFileSync(join(plugin, file), text);
    return dir;
  }

  async function use(dir: string) {
    const user = await connect(cleanup, dir, { LOWDEFY_SECRET_FILE: join(dir, 'memo.txt') });
    const { act } = await open(user);
    const { log, texts } = await act(set('name', 'x'), click('shout'), click('save'));
    const [named, shouted, saved, rendered] = log();
    expect(named).toMatchObject({ blockId: 'name', success: true });
    return { shouted, saved, rendered, page: texts[0] };
  }

  test('code that throws, and names that are not exported', async () => {
    const dir = makeBroken({
      'actions.js': "\nthrow new Error('No licence found.');\n",
      'mcp.js': "import './no-such-file.js';\n",
      'operators/server.js': 'export const _star = () => 1;\n',
    });
    const { stderr } = await runCli(['build', '--dir', dir]);
    expect(stderr).toMatch(/shown by their category: stars-plugin\/mcp cannot be loaded: .*no-such-file\.js/);
    const { shouted, saved, page } = await use(dir);
    expect(shouted).toMatchObject({
      success: false,
      error: expect.stringMatching(
        /stars-plugin\/actions cannot be loaded: No licence found \(.*actions\.js:2\)/,
      ),
    });
    expect(saved).toMatchObject({
      success: false,
      error: expect.stringContaining(
        'stars-plugin lists "_stars" in its types, but stars-plugin/operators/server does not export it. Did you mean "_star"?',
      ),
    });
    expect(page).toContain('<input id="rating"');
  });

  test('missing parts, and invalid code', async () => {
    const dir = makeBroken({
      'connections.js': 'export const Memos = {};\n',
      'operators/client.js': 'export const _stars = (;\n',
    });
    const file = join(dir, 'plugins/stars/package.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"./actions": "./actions.js",', ''));
    const { stderr } = await runCli(['build', '--dir', dir]);
    expect(stderr).toMatch(
      /_stars will not work: stars-plugin\/operators\/client cannot be loaded: Unexpected/,
    );
    const { shouted, saved } = await use(dir);
    expect(shouted).toMatchObject({
      success: false,
      error: expect.stringContaining(
        'stars-plugin lists "Shout" in its types, but has no "./actions" in its exports',
      ),
    });
    expect(saved).toMatchObject({ success: false, error: expect.stringContaining('Did you mean "Memos"?') });
  });

  test('types that cannot be determined', async () => {
    const dir = makeBroken({ 'types.js': "throw new Error('not today');\n" });
    const { shouted, rendered } = await use(dir);
    const reason = /stars-plugin\/types cannot be loaded: not today/;
    expect(shouted).toMatchObject({ success: false, error: expect.stringMatching(reason) });
    expect(rendered).toMatchObject({ warnings: expect.arrayContaining([expect.stringMatching(reason)]) });
  });

  test('a misspelled name', async () => {
    const { shouted, rendered } = await use(makeBroken({}, 'star-plugin'));
    const hint = /"star-plugin", which is not installed.* Or did you mean "stars-plugin"\?/;
    expect(shouted).toMatchObject({ success: false, error: expect.stringMatching(hint) });
    expect(rendered).toMatchObject({ warnings: expect.arrayContaining([expect.stringMatching(hint)]) });
  });
});

describe('unknown types', () => {
  const MORE = `      - { id: hologram, type: Hologram, properties: { title: Deep } }
      - id: portal
        type: Button
        events: { onClick: [{ id: go, type: Teleport }] }
  - id: second
    type: Stage
    blocks: [{ id: on_stage, type: TextInput }]
`;

  test('are reported with the plugin to add, and the rest of the app works', async () => {
    const dir = makeApp(
      app('  - { name: stars-plugin }\n  - { name: theatre-plugin, version: 2.0.0 }', MORE),
    );
    cpSync(join(FIXTURES, 'stars'), join(dir, 'plugins/stars'), { recursive: true });
    const built = await runCli(['build', '--dir', dir]);
    expect(built.code).toBe(1);
    for (const type of ['block type "Hologram"', 'action type "Teleport"', 'block type "Stage"'])
      expect(built.stderr).toContain(type);
    expect(built.stderr).toContain('npm install theatre-plugin@2.0.0');
    const user = await connect(cleanup, dir);
    const { act, sessionId } = await open(user);
    const { log } = await act(set('name', 'x'), click('portal'));
    expect(log()).toMatchObject([
      { success: true },
      { success: false, error: expect.stringMatching(/no action type "Teleport".*lowdefy\.yaml:\d+/) },
      { action: 'render', warnings: expect.arrayContaining([expect.stringContaining('type "Hologram"')]) },
    ]);
    // What contains blocks keeps containing them.
    await user.call('navigate', { sessionId, pageId: 'second' });
    expect((await act(set('on_stage', 'here'))).log()[0]).toMatchObject({ success: true });
  });

  test('point to a package that is installed but not named', async () => {
    const dir = makeApp(app('  []'));
    cpSync(join(FIXTURES, 'stars'), join(dir, 'node_modules/stars-plugin'), { recursive: true });
    const { code, stderr } = await runCli(['build', '--dir', dir]);
    expect(code).toBe(1);
    expect(stderr).toContain('The package "stars-plugin" seems to provide it: add it under plugins:');
    const user = await connect(cleanup, dir, { LOWDEFY_SECRET_FILE: join(dir, 'memo.txt') });
    const { act } = await open(user);
    const [saved] = (await act(click('save'))).log();
    expect(saved).toMatchObject({ success: false, error: expect.stringContaining('connection type "Memo"') });
  });
});
