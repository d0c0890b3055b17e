import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { type Serving, serveCli } from './cli/run-cli.ts';
import { createCleanup, eventually, tempDir } from './harness.ts';
import { connectHttp } from './lowdefy/http-client.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';
import { testGeneration } from './lowdefy/test-lowdefy.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);

const MAIN = `lowdefy: 4.0.0-rc.11
pages:
  - _ref: pages/home.yaml
`;
const page = (title: string, more = '') => `id: home
type: Box
blocks:
  - { id: heading, type: Title, properties: { content: ${title} } }
  - { id: name, type: TextInput }
  - { id: shared, type: Paragraph, properties: { content: { _ref: ../common/text.yaml } } }
${more}`;
const SECOND = '  - { id: city, type: TextInput }\n';

let root: string;
let dir: string;
beforeEach(() => {
  root = tempDir(cleanup);
  dir = join(root, 'app');
  for (const folder of [join(dir, 'pages'), join(root, 'common')]) mkdirSync(folder, { recursive: true });
  write('lowdefy.yaml', MAIN);
  write('pages/home.yaml', page('First'));
  writeFileSync(join(root, 'common/text.yaml'), 'from outside');
});

function write(name: string, text: string): void {
  writeFileSync(join(dir, name), text);
}

async function start(env: Record<string, string> = {}): Promise<{ serving: Serving; user: McpUser }> {
  const serving = await serveCli(dir, { args: ['--watch', '--port', '0', '--mcp-port', '0'], env });
  cleanup.add(() => serving.stop('SIGKILL'));
  return { serving, user: await connectHttp(cleanup, serving.mcp, serving.file('mcp-key')) };
}

async function open(user: McpUser): Promise<string> {
  const { structured } = await user.call('session_create', { name: 'test' });
  const { sessionId } = structured as { sessionId: string };
  await user.call('navigate', { sessionId, pageId: 'home' });
  return sessionId;
}

const fill = (user: McpUser, sessionId: string, blockId: string, value: string, view = 'full') =>
  user.call('interact', { sessionId, actions: [{ type: 'setValue', blockId, value }], view });

test('a changed app is rebuilt, sessions keep their state, and each is notified once', async () => {
  const { serving, user } = await start();
  const [one, two] = [await open(user), await open(user)];
  await fill(user, one, 'name', 'Ann');
  write('pages/home.yaml', page('Second', SECOND));
  await eventually('the new build', () => serving.stderr().includes('is being rebuilt'));
  const { texts, log } = await fill(user, one, 'city', 'Oslo');
  expect(log()).toMatchObject([
    { action: 'reload', messages: [expect.stringContaining('The app changed since your last call')] },
    { action: 'setValue', blockId: 'city', success: true },
  ]);
  expect(texts[0]).toContain('Second');
  const state = JSON.parse((await user.call('get_state', { sessionId: one })).texts[0] ?? '').state;
  expect(state).toMatchObject({ name: 'Ann', city: 'Oslo' });
  expect((await fill(user, one, 'city', 'Rome')).log()).toHaveLength(1);
  expect((await fill(user, two, 'city', 'Rome')).log()[0]).toMatchObject({ action: 'reload' });
});

test('files outside the folder and tandem.yaml count, too', async () => {
  const { serving, user } = await start();
  const sessionId = await open(user);
  writeFileSync(join(root, 'common/text.yaml'), 'changed outside');
  const builds = () => serving.stderr().split('is being rebuilt').length - 1;
  await eventually('the new build', () => builds() === 1);
  expect((await fill(user, sessionId, 'name', 'x')).texts[0]).toContain('changed outside');
  write('tandem.yaml', 'mcp: { tools: { interact: { enabled: false } } }\n');
  await eventually('the new settings', () => builds() === 2);
  const { isError, texts } = await fill(user, sessionId, 'name', 'y');
  expect([isError, texts[0]]).toEqual([true, expect.stringContaining('mcp.tools.interact.enabled: false')]);
});

const outside = (name: string, text: string) => writeFileSync(join(root, name), text);

test('code that takes part in the build counts, wherever it is', async () => {
  mkdirSync(join(root, 'lib'));
  outside('lib/package.json', '{"type":"module"}');
  outside(
    'lib/page.js',
    "import { title } from './title.js';\nexport default () => ({ id: 'home', type: 'Box', blocks: [{ id: 'heading', type: 'Title', properties: { content: title } }] });\n",
  );
  outside('lib/title.js', "export const title = 'First';\n");
  write('lowdefy.yaml', 'lowdefy: 4.0.0-rc.11\npages:\n  - _ref: { path: any, resolver: ../lib/page.js }\n');
  const { serving, user } = await start();
  const sessionId = await open(user);
  outside('lib/title.js', "export const title = 'Second';\n");
  await eventually('the new build', () => serving.stderr().includes('is being rebuilt'));
  expect((await user.call('navigate', { sessionId, pageId: 'home' })).texts[0]).toContain('Second');
});

// Modules came with 5: the build of 4.5 refuses them, that of 4.0 ignores them.
test.skipIf(testGeneration() === '4.5')('modules in other folders count, too', async () => {
  mkdirSync(join(root, 'module'));
  outside('module/module.lowdefy.yaml', 'name: Module\n');
  write('lowdefy.yaml', `${MAIN}modules: [{ id: m, source: "file:../module" }]\n`);
  const { serving, user } = await start();
  await open(user);
  outside('module/new.yaml', 'id: new\n');
  await eventually('the new build', () => serving.stderr().includes('is being rebuilt'));
});

test('a broken configuration changes nothing, and is reported with file, line and reason, once', async () => {
  const { serving, user } = await start();
  const sessionId = await open(user);
  write('pages/home.yaml', page('Second', '  - { id: city, type: TextInput, blocks: { _ref: no.yaml } }\n'));
  await eventually('the failure', () => serving.stderr().includes('The last good build stays in use'));
  expect(serving.stderr()).toContain('pages/home.yaml:7');
  const { texts, log } = await fill(user, sessionId, 'name', 'Ann');
  expect(log()).toMatchObject([
    { action: 'build', success: false, error: expect.stringMatching(/pages\/home\.yaml:7.*no\.yaml/) },
    { action: 'setValue', success: true },
  ]);
  expect(texts[0]).toContain('First');
  expect((await fill(user, sessionId, 'name', 'Ben')).log()).toHaveLength(1);
  write('pages/home.yaml', page('Third'));
  await eventually('the new build', () => serving.stderr().includes('is being rebuilt'));
  const mended = await fill(user, sessionId, 'name', 'Cat');
  expect(mended.log()).toMatchObject([
    { action: 'build', success: true },
    { action: 'reload' },
    { action: 'setValue', success: true },
  ]);
  expect(mended.texts[0]).toContain('Third');
});

test('a mistake that Lowdefy builds is reported, and the app runs', async () => {
  const { serving, user } = await start();
  const sessionId = await open(user);
  expect((await fill(user, sessionId, 'name', 'Ann')).log()).toHaveLength(1);
  const link = '{ id: go, type: Link, params: { pageId: hoem } }';
  write(
    'pages/home.yaml',
    page('Second', `  - { id: city, type: Button, events: { onClick: [${link}] } }\n`),
  );
  await eventually('the new build', () => serving.stderr().includes('is being rebuilt'));
  const { texts, log } = await fill(user, sessionId, 'name', 'Ben');
  const found = /The check found 1 error: pages\/home\.yaml:7:\d+: .*"hoem".* Did you mean "home"\?/;
  expect(log()).toMatchObject([
    { action: 'check', success: true, warnings: [expect.stringMatching(found)] },
    { action: 'reload' },
    { action: 'setValue', success: true },
  ]);
  expect(texts[0]).toContain('Second');
  expect(serving.stderr()).toMatch(found);
  // Once, and a session that begins later is not bothered.
  expect((await fill(user, sessionId, 'name', 'Cat')).log()).toHaveLength(1);
  expect((await fill(user, await open(user), 'name', 'Dan')).log()).toHaveLength(1);
  write('pages/home.yaml', page('Third'));
  await eventually('the next build', async () =>
    (await user.call('navigate', { sessionId, pageId: 'home' })).texts[0]?.includes('Third'),
  );
});

test('an app that is broken at the start is served as soon as it is fixed', async () => {
  write('pages/home.yaml', 'id: home\ntype: [');
  const { serving, user } = await start();
  expect(serving.stderr()).toContain('pages/home.yaml:2');
  const { isError, texts } = await user.call('session_create', { name: 'test' });
  expect([isError, texts[0]]).toEqual([true, expect.stringContaining('pages/home.yaml:2')]);
  write('pages/home.yaml', page('Mended'));
  const sessionId = await open(user);
  expect((await user.call('navigate', { sessionId, pageId: 'home' })).texts[0]).toContain('Mended');
});

test('files that the app writes to its own folder are not a change', async () => {
  const { serving, user } = await start({ TANDEM_LOG: 'debug' });
  const sessionId = await open(user);
  mkdirSync(join(dir, 'uploads'));
  const written = ['uploads/list.csv', 'export.json', 'notes.yaml', 'pages/home.yaml.txt'];
  for (const name of written) write(name, 'written: by the app');
  await eventually('all of them', () =>
    written.every((name) =>
      serving.stderr().includes(`${join(dir, name)} changed, but the app does not use it`),
    ),
  );
  write('pages/home.yaml', page('Second'));
  await eventually('the new build', () => serving.stderr().includes('is being rebuilt'));
  expect((await fill(user, sessionId, 'name', 'Ann')).texts[0]).toContain('Second');
  // The first and the last; nothing in between was built or replaced.
  expect(serving.stderr().split('Built the app in')).toHaveLength(3);
  expect(serving.stderr().split('is being rebuilt')).toHaveLength(2);
});

test('the missing file of a broken configuration fixes it, whatever it is', async () => {
  const { serving, user } = await start();
  const sessionId = await open(user);
  const LATER = '  - { id: later, type: Paragraph, properties: { content: { _ref: later.txt } } }\n';
  write('pages/home.yaml', page('Second', LATER));
  await eventually('the failure', () => serving.stderr().includes('The last good build stays in use'));
  write('later.txt', 'first words');
  await eventually('the new build', () => serving.stderr().includes('is being rebuilt'));
  // From now on it is part of the app.
  write('later.txt', 'second words');
  await eventually('the next', () => serving.stderr().split('is being rebuilt').length === 3);
  expect((await fill(user, sessionId, 'name', 'Ann')).texts[0]).toContain('second words');
});

test('an agent on stdio sees its changes of the app, unless configured otherwise', async () => {
  const [following, keeping] = [await connect(cleanup, dir), await connect(cleanup, dir, {}, ['--no-watch'])];
  const [one, two] = [await open(following), await open(keeping)];
  const shown = async (user: McpUser, sessionId: string) =>
    (await user.call('navigate', { sessionId, pageId: 'home' })).texts[0];
  // More than once, so that the other would have had time for the first change.
  for (const title of ['Second', 'Third', 'Fourth']) {
    write('pages/home.yaml', page(title));
    await eventually('the change', async () => (await shown(following, one))?.includes(title));
  }
  expect(await shown(keeping, two)).toContain('First');
});
