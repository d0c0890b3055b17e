import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { LOWDEFY_ONLY } from './cli/run-cli.ts';
import { SECRET } from './fixture-area.mjs';
import { createCleanup, eventually, fileAppears, tempDir } from './harness.ts';
import { type Answer, childrenOf, listeningOf, type StdioProcess, startStdio } from './stdio-process.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const textOf = ({ result }: Answer) => result?.content?.[0]?.text ?? '';
const openGate = (dir: string, id: string) => writeFileSync(join(dir, `${id}.gate`), '');

async function start(dir: string, script: 'fixture' | 'cli' = 'fixture'): Promise<StdioProcess> {
  if (script === 'cli') writeFileSync(join(dir, 'tandem.yaml'), LOWDEFY_ONLY['tandem.yaml']);
  const server = startStdio(cleanup, dir, script);
  expect((await server.initialize()).result?.serverInfo).toMatchObject({ name: 'tandem' });
  return server;
}

async function createSession(server: StdioProcess, name: string): Promise<string> {
  const created = JSON.parse(textOf(await server.call('session_create', { name }))) as { sessionId: string };
  return created.sessionId;
}

async function sessionNames(server: StdioProcess): Promise<string[]> {
  const listed = JSON.parse(textOf(await server.call('session_list'))) as { name: string }[];
  return listed.map((session) => session.name);
}

const notesOf = async (server: StdioProcess, sessionId: string) =>
  JSON.parse(textOf(await server.call('note', { sessionId, text: 'last' }))) as string[];

test('stdout carries nothing but JSON-RPC, and unexpected errors are reported by id only', async () => {
  const server = await start(tempDir(cleanup));
  const answer = await server.call('noisy');
  expect(answer.result?.isError).toBe(true);
  const id = /^Internal error (err_[0-9a-z]+)\./.exec(textOf(answer))?.[1];
  expect(id).toBeTruthy();
  expect(JSON.stringify(answer)).not.toMatch(/hunter2|vault|fixture-area|\.mjs/);
  expect((await server.call('session_list')).result?.isError).toBeUndefined();
  server.endInput();
  expect(await server.exited).toEqual({ code: 0, signal: null });
  expect(server.strayLines).toEqual([]);
  const [, logged = ''] = server.stderr().split(`${id} unexpected error in noisy`);
  expect(logged).toContain(SECRET);
  expect(logged).toMatch(/at .*fixture-area\.mjs/);
  for (const noise of ['console.log', 'process.stdout', 'console.error'])
    expect(server.stderr()).toContain(`noise by ${noise}\n`);
});

describe('when the client closes its end', () => {
  test('a call in flight is still answered, and then the process exits', async () => {
    const dir = tempDir(cleanup);
    const server = await start(dir);
    const calling = server.call('slow', { id: 'a' });
    await fileAppears(join(dir, 'a.started'));
    server.endInput();
    openGate(dir, 'a');
    expect(textOf(await calling)).toBe('a went through the gate');
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });

  test('requests that were piped in at once are all answered', async () => {
    const dir = tempDir(cleanup);
    writeFileSync(join(dir, 'tandem.yaml'), LOWDEFY_ONLY['tandem.yaml']);
    const server = startStdio(cleanup, dir, 'cli');
    const hello = server.initialize();
    const lists = Array.from({ length: 200 }, () => server.request('tools/list'));
    const create = server.call('session_create', { name: 'piped' });
    server.endInput();
    await hello;
    for (const { result } of await Promise.all(lists)) expect(result).toHaveProperty('tools');
    expect((await create).result?.structuredContent).toMatchObject({ name: 'piped' });
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });
});

describe.each(['SIGTERM', 'SIGINT'] as const)('at %s', (signal) => {
  test('calls in flight are cancelled, work in a session is saved, and the process exits cleanly', async () => {
    const dir = tempDir(cleanup);
    const server = await start(dir);
    const sessionId = await createSession(server, 'kept');
    await server.call('note', { sessionId, text: 'first' });
    server.call('slow', { id: 'a' }).catch(() => {});
    server.call('note', { sessionId, text: 'second', gate: 'b' }).catch(() => {});
    await Promise.all([fileAppears(join(dir, 'a.started')), fileAppears(join(dir, 'b.started'))]);
    server.kill(signal);
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(existsSync(join(dir, 'a.cancelled'))).toBe(true);
    expect(await notesOf(await start(dir), sessionId)).toEqual(['first', 'second', 'last']);
  });
});

describe.runIf(process.platform === 'linux')('what a server leaves in the world', () => {
  const modern = {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'by-hand', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };
  test.each([
    ['older', 'initialize', {}],
    ['newer', 'server/discover', modern],
  ])('nothing before the first call of a client of the %s era', async (_era, hello, params) => {
    const dir = tempDir(cleanup);
    const server = startStdio(cleanup, dir, 'cli');
    const greeting = hello === 'initialize' ? server.initialize() : server.request(hello, params);
    expect((await greeting).error).toBeUndefined();
    expect((await server.request('tools/list', params)).result).toHaveProperty('tools');
    expect(readdirSync(dir)).toEqual([]);
    expect(listeningOf(server.pid)).toEqual([]);
    expect(childrenOf(server.pid)).toBe('');
    server.endInput();
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(readdirSync(dir)).toEqual([]);
  });

  test('after the first call the page, on loopback and for its user only; after the end nothing', async () => {
    const dir = tempDir(cleanup);
    const server = await start(dir, 'cli');
    await createSession(server, 'seen on the page');
    const ports = [];
    for (const name of ['ui-port', 'mcp-port']) {
      const path = join(dir, '.tandem', name);
      ports.push(await eventually(path, () => existsSync(path) && Number(readFileSync(path, 'utf8'))));
      expect(statSync(path).mode & 0o777).toBe(0o600);
    }
    expect(listeningOf(server.pid).sort()).toEqual(ports.map((port) => `127.0.0.1:${port}`).sort());
    expect(childrenOf(server.pid)).toBe('');
    const answersOn = (port: unknown) =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      );
    expect(await Promise.all(ports.map(answersOn))).toEqual([true, true]);
    server.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(await Promise.all(ports.map(answersOn))).toEqual([false, false]);
  });
});

test('after kill -9 the next server lists the sessions and continues them', async () => {
  const dir = tempDir(cleanup);
  const killed = await start(dir);
  const sessionId = await createSession(killed, 'survivor');
  await killed.call('note', { sessionId, text: 'told and saved' });
  killed.call('note', { sessionId, text: 'never answered', gate: 'a' }).catch(() => {});
  await fileAppears(join(dir, 'a.started'));
  killed.kill('SIGKILL');
  expect(await killed.exited).toEqual({ code: null, signal: 'SIGKILL' });
  const next = await start(dir);
  expect(await sessionNames(next)).toEqual(['survivor']);
  expect(await notesOf(next, sessionId)).toEqual(['told and saved', 'last']);
});

test('two servers on one folder work concurrently, on the same session and on different ones', async () => {
  const dir = tempDir(cleanup);
  const [one, two] = await Promise.all([start(dir), start(dir)]);
  const common = await createSession(one, 'common');
  const [ofOne, ofTwo] = await Promise.all([createSession(one, 'of one'), createSession(two, 'of two')]);
  const texts = (by: string) => Array.from({ length: 10 }, (_, i) => `${by} ${i}`);
  const write = (server: StdioProcess, sessionId: string, by: string) =>
    texts(by).map((text) => server.call('note', { sessionId, text }));
  const answers = await Promise.all([
    ...write(one, common, 'one'),
    ...write(two, common, 'two'),
    ...write(one, ofOne, 'own'),
    ...write(two, ofTwo, 'own'),
  ]);
  expect(answers.filter(({ result }) => result?.isError).map(textOf)).toEqual([]);
  const all = await notesOf(two, common);
  // Each server's own calls keep their order; none of either is lost.
  expect(all.filter((text) => text.startsWith('one'))).toEqual(texts('one'));
  expect(all.filter((text) => text.startsWith('two'))).toEqual(texts('two'));
  expect(await notesOf(two, ofOne)).toEqual([...texts('own'), 'last']);
  expect(await notesOf(one, ofTwo)).toEqual([...texts('own'), 'last']);
  expect((await sessionNames(one)).sort()).toEqual(['common', 'of one', 'of two']);
});

test('a message that is nested 1,000 deep is refused with a sentence, and the next is served', async () => {
  const server = await start(tempDir(cleanup));
  let deep: unknown = [];
  for (let i = 0; i < 1000; i++) deep = [deep];
  const { error } = await server.call('session_list', { query: deep });
  expect(error).toMatchObject({
    code: -32600,
    message: 'The message is nested deeper than 200 levels. Send flatter JSON.',
  });
  expect((await server.call('session_list')).result?.isError).toBeUndefined();
});
