import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createCleanup, tempDir } from '../harness.ts';
import { type Live, put, startLive, VIAS } from './start-live.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const isRoot = process.getuid?.() === 0;

/** A running server whose session holds something, to see that nothing is lost. */
async function running(via: 'stdio' | 'http', yaml?: string): Promise<Live> {
  const live = await startLive(cleanup, via, yaml === undefined ? {} : { yaml });
  await live.start();
  await live.agent.run('print("kept line") kept = { n = 1 }');
  return live;
}

/** The configuration is refused with these words, and everything continues as before. */
async function refused(live: Live, base_dir: string, words: RegExp): Promise<void> {
  const before = await live.agent.ask('ui_status');
  const { text, isError } = await live.agent.call('ui_configure', { base_dir });
  expect(isError).toBe(true);
  expect(text).toMatch(words);
  expect(text).not.toContain('Internal error');
  expect((await live.agent.ask('ui_status')).structured).toEqual(before.structured);
  expect(await live.agent.run('return kept.n')).toBe(1);
  expect(live.file('log/lua.log')).toContain('kept line');
}

test.each(VIAS)('over %s an invalid folder changes nothing and loses nothing', async (via) => {
  const live = await running(via);
  put(join(live.dir, 'a-file'), 'precious');
  await refused(live, join(live.dir, 'a-file'), /"[^"]*a-file" is not a folder/);
  await refused(live, join(live.dir, 'a-file/below'), /is not a folder/);
  expect(readFileSync(join(live.dir, 'a-file'), 'utf8')).toBe('precious');
  put(join(live.dir, 'log-in-the-way/log'), 'precious');
  await refused(live, join(live.dir, 'log-in-the-way'), /is not a folder/);
  expect(readdirSync(join(live.dir, 'log-in-the-way'))).toEqual(['log']);
  await refused(live, `${live.dir}/nul\0byte`, /NUL/);
  await refused(live, join(live.dir, 'x'.repeat(300)), /cannot be created|not a valid path/);
  symlinkSync(join(live.dir, 'nowhere'), join(live.dir, 'dangling'));
  await refused(live, join(live.dir, 'dangling'), /cannot be created|not a folder/);
  expect(existsSync(join(live.dir, 'nowhere'))).toBe(false);
  put(join(live.dir, 'broken/tandem.yaml'), 'permissions: { files: everything }\n');
  await refused(live, join(live.dir, 'broken'), /permissions\.files/);
});

test.skipIf(isRoot).each(VIAS)('over %s a folder that is not writable is refused', async (via) => {
  const live = await running(via);
  const closed = join(live.dir, 'closed');
  mkdirSync(closed);
  chmodSync(closed, 0o555);
  cleanup.add(() => chmodSync(closed, 0o755));
  await refused(live, closed, /is not writable/);
  await refused(live, join(closed, 'below'), /is not writable/);
});

test('over HTTP a folder outside the served one is refused, also through a link', async () => {
  const live = await running('http');
  const outside = tempDir(cleanup);
  await refused(live, outside, /is outside the served folder .*live\.allow/);
  await refused(live, join(live.dir, '..', 'elsewhere'), /is outside/);
  await refused(live, `${live.dir}-beside`, /is outside/);
  symlinkSync(outside, join(live.dir, 'link'));
  await refused(live, join(live.dir, 'link'), /is outside/);
  await refused(live, join(live.dir, 'link/deeper'), /is outside/);
  expect(readdirSync(outside)).toEqual([]);
  // Not there yet, but it will be outside.
  symlinkSync(join(outside, 'made-later'), join(live.dir, 'later'));
  await refused(live, join(live.dir, 'later'), /is outside|cannot be created|not a folder/);
  expect(readdirSync(outside)).toEqual([]);
});

test('over HTTP live.allow allows a folder, and over stdio any folder is allowed', async () => {
  const allowed = tempDir(cleanup);
  const http = await running('http', `live: { baseDir: in-the-way, allow: ["${allowed}"] }\n`);
  await http.agent.ask('ui_configure', { base_dir: join(allowed, 'ui') });
  expect(existsSync(join(allowed, 'ui/log/lua.log'))).toBe(true);

  const anywhere = tempDir(cleanup);
  const stdio = await running('stdio');
  await stdio.agent.ask('ui_configure', { base_dir: join(anywhere, 'ui') });
  expect(existsSync(join(anywhere, 'ui/log/lua.log'))).toBe(true);
});

test('the result names folder and logs, and whether to install', async () => {
  const live = await startLive(cleanup, 'stdio');
  const { structured } = await live.agent.ask('ui_configure', { base_dir: live.base });
  expect(structured).toEqual({
    message: expect.stringContaining(live.base),
    base_dir: live.base,
    logs: { stdout: join(live.base, 'log/lua.log'), stderr: join(live.base, 'log/lua-err.log') },
    install_needed: true,
    hint: 'Run ui_install to install agent files and CLAUDE.md instructions',
  });
  await live.agent.ask('ui_install');
  const again = await live.agent.ask('ui_configure', { base_dir: live.base });
  expect(again.structured).not.toHaveProperty('install_needed');
  expect(again.structured).not.toHaveProperty('hint');
});

test('the same folder by another name is the same folder', async () => {
  const live = await running('stdio');
  symlinkSync(live.base, join(live.dir, 'alias'));
  const { structured } = await live.agent.ask('ui_configure', { base_dir: join(live.dir, 'alias') });
  expect(structured).toMatchObject({ base_dir: join(live.dir, 'alias') });
  await live.agent.ask('ui_start');
  expect(await live.agent.run('return 1')).toBe(1);
});

test('sessions that were deleted from the disk do not prevent a new start', async () => {
  const live = await running('stdio');
  // Moved away at once: the server goes on writing there, and deleting file by file would race with it.
  renameSync(join(live.dir, '.tandem/sessions'), join(live.dir, 'deleted'));
  await live.configure();
  await live.agent.ask('ui_start');
  expect(await live.agent.run('return kept == nil')).toBe(true);
});

test('an earlier log is kept once, next to the new one', async () => {
  const live = await running('stdio');
  await live.configure();
  await live.agent.ask('ui_start');
  await live.agent.run('print("second")');
  expect(live.file('log/lua.log')).toBe('second');
  expect(live.file('log/lua.log.old')).toBe('kept line');
});

test('a file of ours that cannot be written is named, and the server does not start halfway', async () => {
  const live = await startLive(cleanup, 'stdio');
  mkdirSync(join(live.base, 'ui-port/x'), { recursive: true });
  await live.configure();
  const { text, isError } = await live.agent.call('ui_start');
  expect(isError).toBe(true);
  expect(text).toContain('ui-port');
  expect(text).not.toContain('Internal error');
  expect((await live.agent.ask('ui_status')).structured).toMatchObject({ state: 'configured' });
  rmSync(join(live.base, 'ui-port'), { recursive: true });
  await live.agent.ask('ui_start');
});

test('an old token file that everybody could read is made private', async () => {
  const live = await startLive(cleanup, 'stdio', { files: { 'ui-token': 'old', 'ui-port': '1' } });
  chmodSync(join(live.base, 'ui-token'), 0o644);
  await live.start();
  const { statSync } = await import('node:fs');
  expect(statSync(join(live.base, 'ui-token')).mode & 0o777).toBe(0o600);
  expect((await live.get('/state')).status).toBe(200);
});

test.each(['apps', 'viewdefs', 'lua', 'resources'])(
  'a file named %s in the folder does not stop the server',
  async (name) => {
    const live = await startLive(cleanup, 'stdio');
    mkdirSync(live.base);
    writeFileSync(join(live.base, name), 'not a folder');
    await live.start();
    expect(await live.agent.run('return 1')).toBe(1);
  },
);
