import { existsSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { recordAttacks } from '../../attacks/record-attacks.ts';
import { serveCli } from '../cli/run-cli.ts';
import { createCleanup, tempDir } from '../harness.ts';
import { createAttackedProject } from './attacked-project.ts';
import { connectHttp, connectStdio, type LiveAgent } from './live-agent.ts';
import { put, VIAS, type Via } from './start-live.ts';

const whole = createCleanup();
afterAll(whole.run);
const cleanup = createCleanup();
afterEach(cleanup.run);
const record = recordAttacks('Folders of live UIs');

const project = createAttackedProject(whole);
const { dir } = project;
const elsewhere = tempDir(whole);
put(join(elsewhere, 'projects/one/package.json'), '{}');
put(join(elsewhere, 'projects/two/README.md'), '');
put(join(elsewhere, 'app/lowdefy.yaml'), 'lowdefy: 4.0.0-rc.11\n');
symlinkSync(join(dir, 'tools'), join(dir, 'data/to-tools'));
symlinkSync(join(dir, '.git'), join(dir, 'data/to-git'));

const ATTACKS: [attack: string, base_dir: string, words: RegExp][] = [
  ['work in the served tools', 'tools', /folder "tools", whose files are executed/],
  ['work below the served tools', 'tools/greet', /folder "tools"/],
  ['work in tools in other letters', 'TOOLS', /folder "TOOLS"/],
  ['work in tools through a link', 'data/to-tools', /folder "tools"/],
  ['work in tools on a detour', 'apps/../tools', /folder "tools"/],
  ['work in tools of a folder inside', 'apps/tools', /folder "tools"/],
  ['work in an installed package', 'node_modules/parts', /folder "node_modules"/],
  ['work in a repository', '.git', /hidden folder ".git"/],
  ['work among the hooks of Git', '.git/hooks', /hidden folder ".git"/],
  ['work in a repository through a link', 'data/to-git/hooks', /hidden folder ".git"/],
  ['work among the sessions', '.tandem', /hidden folder ".tandem"/],
  ['work among the instructions of agents', '.claude/skills', /hidden folder ".claude"/],
  ['work in a hidden folder in between', 'ui/.cache/ui', /hidden folder ".cache"/],
  ['work in a Lowdefy app', 'invoices', /part of the Lowdefy app in/],
  ['work among the pages of a Lowdefy app', 'invoices/pages', /part of the Lowdefy app in/],
  ['work in a new folder of a Lowdefy app', 'invoices/ui', /part of the Lowdefy app in/],
  ['work above the served folder', '..', /is above the served folder/],
  ['work in the root of the disk', '/', /is above the served folder/],
];
const FAR: [attack: string, base_dir: string, words: RegExp][] = [
  ['work above other projects', join(elsewhere, 'projects'), /is above the project "one"/],
  ['work in a Lowdefy app elsewhere', join(elsewhere, 'app/data'), /part of the Lowdefy app in/],
  ['work in a hidden folder elsewhere', join(elsewhere, '.ssh'), /hidden folder ".ssh"/],
  ['work in tools elsewhere', join(elsewhere, 'projects/two/tools'), /folder "tools"/],
];

async function connect(via: Via): Promise<LiveAgent> {
  if (via === 'stdio') return connectStdio(whole, dir);
  // Launched where it cannot work, so that it starts unconfigured.
  put(join(dir, 'tandem.yaml'), 'live: { baseDir: tools }\n');
  const serving = await serveCli(dir);
  whole.add(() => serving.stop('SIGKILL'));
  expect(serving.stderr()).toMatch(/did not start: base_dir "[^"]*tools" is in a folder "tools"/);
  return connectHttp(whole, serving.mcp, serving.file('mcp-key'));
}

const listed = (folder: string) => (existsSync(folder) ? readdirSync(folder).sort() : []);

describe.each(VIAS)('over %s', (via) => {
  let agent: LiveAgent;
  beforeAll(async () => {
    agent = await connect(via);
  });
  afterAll(() => agent.client.close());

  const isReachable = ([, base_dir]: (typeof ATTACKS)[number]) =>
    via === 'stdio' || !/^(\.\.|\/)/.test(base_dir);
  const attacks = [...ATTACKS, ...FAR].filter(isReachable);
  test.each(attacks)('an agent may not %s', async (attack, base_dir, words) => {
    const path = base_dir.startsWith('/') ? base_dir : `${dir}/${base_dir}`;
    const before = listed(path);
    const { text, isError } = await agent.call('ui_configure', { base_dir: path });
    expect(isError).toBe(true);
    expect(text).toMatch(words);
    expect(text).toContain(`such as ${join(dir, '.ui')}`);
    expect(listed(path)).toEqual(before);
    expect((await agent.ask('ui_status')).structured).toEqual({ state: 'unconfigured' });
    expect((await agent.call('ui_run', { code: 'return 1' })).text).toBe('Server not configured');
    record(attack, 'ui_configure', text, { [dir]: 'DIR', [elsewhere]: 'ELSEWHERE', [dirname(dir)]: 'ABOVE' });
  });

  test.each(['.ui', '.claude/ui', 'ui', '.ui/second', 'invoices/.ui', '.'])(
    '%s would do',
    async (base_dir) => {
      await agent.ask('ui_configure', { base_dir: join(dir, base_dir) });
      await agent.ask('ui_start');
      expect(
        await agent.run(
          'local f = assert(io.open("data/x.json", "w")) f:write("{}") f:close() return io.open("data/x.json"):read()',
        ),
      ).toBe('{}');
    },
  );
});

test('the default folder keeps Lua inside it', async () => {
  const own = createAttackedProject(cleanup);
  const serving = await serveCli(own.dir);
  cleanup.add(() => serving.stop('SIGKILL'));
  const agent = await connectHttp(cleanup, serving.mcp, serving.file('mcp-key'));
  expect((await agent.ask('ui_status')).structured).toMatchObject({ state: 'running', base_dir: own.dir });
  const code = (text: string) =>
    `local f, why = io.open("lib/words.js", "w") if not f then return why end f:write(${JSON.stringify(text)}) f:close() return "written"`;
  const refusal = String(await agent.run(code(own.script('default'))));
  expect(refusal).toContain('only below apps');
  await own.useEverything();
  expect(own.marks()).toEqual([]);
  record('overwrite a module of a tool, as served by default', 'ui_run over HTTP', refusal);
});

test('none of the attempts was executed', async () => {
  await project.useEverything();
  expect(project.marks()).toEqual([]);
});
