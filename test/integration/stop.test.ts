import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, test } from 'vitest';
import { recordAttacks } from '../attacks/record-attacks.ts';
import { type CallResult, transport2, type Via } from './client-legs.ts';
import { createCleanup, eventually, fileAppears, type Served, serve, tempDir } from './harness.ts';
import { callModern, postModern } from './modern-http.ts';
import { type Answer, startStdio } from './stdio-process.ts';

/* What a stopping server owes to clients that wait for a response, and to the disk. */

const cleanup = createCleanup();
afterEach(cleanup.run);

const record = recordAttacks('Stopping');

const LEGS = [
  ['auto', 'http'],
  ['legacy', 'http'],
  ['legacy', 'sse'],
] as const;

const textOf = ({ content }: CallResult) => content[0]?.text ?? '';
const openGate = (dir: string, id: string) => writeFileSync(join(dir, `${id}.gate`), '');

async function connect(served: Served, mode: 'auto' | 'legacy', via: Via): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport2(via, served.dir, served));
  cleanup.add(() => client.close());
  return client;
}

/** A server with a session, and a call on it that waits at a gate. */
async function callAtGate(mode: 'auto' | 'legacy', via: Via) {
  const served = await serve(cleanup, tempDir(cleanup));
  const client = await connect(served, mode, via);
  const call = async (name: string, args: Record<string, unknown>) =>
    (await client.callTool({ name, arguments: args })) as CallResult;
  const { sessionId } = JSON.parse(textOf(await call('session_create', { name: 'kept' }))) as {
    sessionId: string;
  };
  const waiting = call('note', { sessionId, text: 'told', gate: 'a' });
  waiting.catch(() => {});
  await fileAppears(join(served.dir, 'a.started'));
  return { served, sessionId, waiting };
}

/** Told to stop, and visibly stopping. */
async function stop(served: Served): Promise<{ closed: Promise<boolean> }> {
  const closed = served.tandem.close();
  await eventually('new connections are refused', () =>
    fetch(served.url('/mcp')).then(
      () => false,
      () => true,
    ),
  );
  return { closed };
}

async function notesIn(dir: string, sessionId: string): Promise<string[]> {
  const next = await connect(await serve(cleanup, dir), 'auto', 'http');
  const args = { sessionId, text: 'last' };
  return JSON.parse(
    textOf((await next.callTool({ name: 'note', arguments: args })) as CallResult),
  ) as string[];
}

describe.each(LEGS)('a call of a client (%s, over %s) when the server is told to stop', (mode, via) => {
  test('is answered before its stream is closed, and what it did is saved', async () => {
    const { served, sessionId, waiting } = await callAtGate(mode, via);
    const { closed } = await stop(served);
    openGate(served.dir, 'a');
    expect(textOf(await waiting)).toBe('["told"]');
    expect(await closed).toBe(true);
    expect(await notesIn(served.dir, sessionId)).toEqual(['told', 'last']);
  });

  test('that does not end is told so', async () => {
    const served = await serve(cleanup, tempDir(cleanup));
    const client = await connect(served, mode, via);
    const waiting = client.callTool({ name: 'slow', arguments: { id: 'a' } });
    waiting.catch(() => {});
    await fileAppears(join(served.dir, 'a.started'));
    const { closed } = await stop(served);
    expect(await waiting).toMatchObject({ isError: true, content: [{ text: 'cancelled' }] });
    const door = `SIGTERM, ${mode} over ${via}`;
    record(
      'keep the process from ending with a call that does not end',
      door,
      'After 3 s the call is cancelled and answered.',
    );
    expect(await closed).toBe(true);
  });
});

test('a call that ignores its cancellation gets an error with advice for its caller', async () => {
  const served = await serve(cleanup, tempDir(cleanup));
  const { result } = await callModern(served, { name: 'session_create', arguments: { name: 'kept' } });
  const { sessionId } = JSON.parse(result?.content?.[0]?.text ?? '') as { sessionId: string };
  const args = { sessionId, text: 'told', gate: 'a', deaf: true };
  const waiting = postModern(served, 'tools/call', { name: 'note', arguments: args });
  await fileAppears(join(served.dir, 'a.started'));
  const closed = served.tandem.close();
  const response = await waiting;
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    error:
      'This server stopped before the call was done. What the call did may or may not have been saved: look before you repeat it.',
    code: 'unavailable',
  });
  openGate(served.dir, 'a');
  await closed;
});

test('a stream that only listens does not delay the end', async () => {
  const served = await serve(cleanup, tempDir(cleanup));
  await connect(served, 'legacy', 'http');
  await connect(served, 'legacy', 'sse');
  const listening = await postModern(served, 'subscriptions/listen', {
    notifications: { toolsListChanged: true },
  });
  expect(listening.status).toBe(200);
  const text = listening.text();
  expect(await served.tandem.close()).toBe(true);
  expect(await text).toContain('notifications/subscriptions/acknowledged');
});

describe.each(['SIGTERM', 'SIGINT'] as const)('over stdio, at %s', (signal) => {
  test('calls in flight are answered, later ones are refused, and then the process exits', async () => {
    const dir = tempDir(cleanup);
    const server = startStdio(cleanup, dir, 'fixture');
    await server.initialize();
    const text = ({ result }: Answer) => result?.content?.[0]?.text ?? '';
    const created = JSON.parse(text(await server.call('session_create', { name: 'kept' })));
    const waiting = server.call('note', { sessionId: created.sessionId, text: 'told', gate: 'a' });
    await fileAppears(join(dir, 'a.started'));
    server.kill(signal);
    await eventually('that it says it stops', () => server.stderr().includes('stopping'));
    expect((await server.call('session_list')).error).toMatchObject({
      message: 'This server is stopping. Try again when it is back.',
    });
    openGate(dir, 'a');
    expect(text(await waiting)).toBe('["told"]');
    expect(await server.exited).toEqual({ code: 0, signal: null });
  });
});

test('a thread blocked in native code does not keep the process alive, and what was done is saved', async () => {
  const dir = tempDir(cleanup);
  const server = startStdio(cleanup, dir, 'fixture');
  await server.initialize();
  const text = ({ result }: Answer) => result?.content?.[0]?.text ?? '';
  const { sessionId } = JSON.parse(text(await server.call('session_create', { name: 'kept' })));
  await server.call('note', { sessionId, text: 'told' });
  await server.call('spin');
  server.kill('SIGTERM');
  expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
  expect(server.stderr()).toContain('Everything is saved');
  expect(await notesIn(dir, sessionId)).toEqual(['told', 'last']);
  const said = /Everything is saved.*$/m.exec(server.stderr())?.[0] ?? '';
  record('keep the process from ending with a thread that spins in native code', 'SIGTERM', said);
});
