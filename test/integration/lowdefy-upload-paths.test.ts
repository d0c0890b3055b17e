import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LogItem } from '../../src/lowdefy/bridge/recorder.ts';
import { recordAttacks } from '../attacks/record-attacks.ts';
import { type FileStorage, startStorage } from '../fixtures/file-storage.ts';
import { createCleanup } from './harness.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';
import { copyFilesApp } from './lowdefy/open-files.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
const record = recordAttacks('Files to upload');

const MB = 1024 * 1024;
const MAKE_PIPE = 'mkfifo';
let storage: FileStorage;
let dir: string;
let user: McpUser;
let sessionId: string;

async function open(app: string): Promise<[McpUser, string]> {
  const opened = await connect(cleanup, app);
  const { structured } = await opened.call('session_create', { name: 'test' });
  const id = (structured as { sessionId: string }).sessionId;
  await opened.call('navigate', { sessionId: id, pageId: 'files' });
  return [opened, id];
}

async function upload(value: unknown, by = user, id = sessionId): Promise<LogItem | undefined> {
  const actions = [{ type: 'setValue', blockId: 'upload', value }];
  return (await by.call('interact', { sessionId: id, actions, view: 'none' })).log()[0];
}

beforeAll(async () => {
  storage = await startStorage(cleanup);
  dir = copyFilesApp(cleanup, storage.url);
  writeFileSync(join(dir, 'tandem.yaml'), 'mcp: { uploads: [uploads, gone], limits: { maxUploadMb: 1 } }\n');
  mkdirSync(join(dir, 'uploads/2026'), { recursive: true });
  mkdirSync(join(dir, 'uploads-not'));
  writeFileSync(join(dir, 'uploads/a.txt'), 'Hello');
  utimesSync(join(dir, 'uploads/a.txt'), 100, 100);
  writeFileSync(join(dir, 'uploads/2026/b.txt'), 'Deep');
  writeFileSync(join(dir, 'uploads/big.txt'), Buffer.alloc(MB + 1, 'x'));
  writeFileSync(join(dir, 'uploads-not/c.txt'), 'SECRET');
  writeFileSync(join(dir, 'secret.txt'), 'SECRET');
  symlinkSync(join(dir, 'secret.txt'), join(dir, 'uploads/link.txt'));
  symlinkSync(dir, join(dir, 'uploads/up'));
  symlinkSync(join(dir, 'uploads/a.txt'), join(dir, 'uploads/inside.txt'));
  execFileSync(MAKE_PIPE, [join(dir, 'uploads/pipe.txt')]);
  [user, sessionId] = await open(dir);
});

test('a file in an allowed folder is uploaded by its path', async () => {
  for (const path of ['a.txt', 'uploads/2026/b.txt', join(dir, 'uploads/a.txt'), 'inside.txt'])
    expect(await upload({ path })).toMatchObject({ success: true });
  expect(storage.received.map(({ name, text, type }) => [name, text, type])).toEqual([
    ['a.txt', 'Hello', 'text/plain'],
    ['b.txt', 'Deep', 'text/plain'],
    ['a.txt', 'Hello', 'text/plain'],
    ['a.txt', 'Hello', 'text/plain'],
  ]);
  const named = await upload({ path: 'a.txt', name: 'other.txt', type: 'text/markdown' });
  expect(named).toMatchObject({ success: true });
  expect(storage.received.at(-1)).toMatchObject({ name: 'other.txt', type: 'text/markdown' });
  const state = (await user.call('get_state', { sessionId })).texts[0] ?? '';
  expect(JSON.parse(state).state.upload.file).toMatchObject({ name: 'other.txt', lastModified: 100_000 });
});

test('a path leads nowhere else', async () => {
  storage.received.length = 0;
  const tried: [string, string, RegExp][] = [
    ['climb out of the folder by ".."', '../secret.txt', /not in a folder/],
    ['name a file of the app beside it', 'secret.txt', /not in|not found/],
    ['name a file of the machine', '/etc/passwd', /not in a folder/],
    ['use a folder whose name begins like the allowed one', 'uploads-not/c.txt', /not in|not found/],
    ['follow a link out of the folder', 'link.txt', /not in a folder/],
    ['follow a link to a folder above', 'up/secret.txt', /not in a folder/],
    ['end a name early with a NUL', 'a.txt\0/../../secret.txt', /not in a folder/],
    ['read a folder', '2026', /not a regular file/],
    ['read a pipe, which would wait for ever', 'pipe.txt', /not a regular file/],
    ['read a file beyond the limit', 'big.txt', /maxUploadMb is 1/],
  ];
  for (const [attack, path, refusal] of tried) {
    const item = await upload({ path });
    expect(item).toMatchObject({ success: false, error: expect.stringMatching(refusal) });
    record(attack, 'interact', item?.error ?? '');
  }
  const base64 = Buffer.alloc(MB + 1).toString('base64');
  const big = await upload({ name: 'a.txt', type: 'text/plain', base64 });
  expect(big?.error).toMatch(/maxUploadMb is 1/);
  record('send a content beyond the limit', 'interact', big?.error ?? '');
  expect(storage.received).toEqual([]);
});

test('without an allowed folder, paths are not used at all', async () => {
  const [other, id] = await open(copyFilesApp(cleanup, storage.url));
  const item = await upload({ path: 'lowdefy.yaml' }, other, id);
  expect(item?.error).toMatch(/allows no upload folders \(mcp\.uploads\)/);
  record('name a file where no folder is allowed', 'interact', item?.error ?? '');
  const sent = { name: 'a.txt', type: 'text/plain', base64: Buffer.from('Hello').toString('base64') };
  expect(await upload(sent, other, id)).toMatchObject({ success: true });
});

test('histories name files without their content', async () => {
  await upload({ name: 'a.txt', type: 'text/plain', base64: Buffer.from('Hello').toString('base64') });
  const log = readFileSync(join(dir, '.lowdefy/sessions/local', sessionId, 'log.jsonl'), 'utf8');
  expect(log).not.toContain(Buffer.from('Hello').toString('base64'));
  expect(log).toContain('{"name":"a.txt","type":"text/plain","size":5}');
  const page = await user.call('navigate', { sessionId, pageId: 'files' });
  expect(page.texts[0]).toContain('Or by path: {"value":{"path":"uploads/…"}}');
});
