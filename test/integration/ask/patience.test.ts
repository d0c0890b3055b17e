import { Client as Client2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CallToolResultSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type CallResult, transport2 } from '../client-legs.ts';
import { createCleanup, eventually, type Served, serve, tempDir } from '../harness.ts';
import { callModern } from '../modern-http.ts';
import { openCalls } from './flights.ts';
import { payments, writePayTool } from './pay-tool.ts';

const cleanup = createCleanup();
afterEach(async () => {
  vi.useRealTimers();
  await cleanup.run();
});

const BILL = { bill: 'B-1' };
const textOf = ({ content }: CallResult, block = 0) => content[block]?.text ?? '';
const waitingOf = (result: CallResult) =>
  JSON.parse(textOf(result)) as { status: string; askId: string; url: string; message: string };

type Call = (name: string, args: object, request?: object) => Promise<CallResult>;

/** The clock is ours, the client's too: nothing happens because the machine is slow. */
async function startServer(): Promise<Served> {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const dir = tempDir(cleanup);
  writePayTool(dir);
  return serve(cleanup, dir);
}

/** A client of the 1.x SDK whose person does not answer. */
async function connect1(served: Served, options: { name?: string } = {}) {
  const asked: { message: string; signal: AbortSignal }[] = [];
  const client = new Client1(
    { name: options.name ?? 'patient', version: '1' },
    { capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal }) => {
    asked.push({ message: params.message, signal });
    return new Promise(() => {});
  });
  const requestInit = { headers: { Authorization: `Bearer ${served.key}` } };
  await client.connect(new Http1(served.url('/mcp'), { requestInit }) as Parameters<Client1['connect']>[0]);
  cleanup.add(() => client.close());
  const call = (name: string, args: object, request: object = {}) =>
    client.callTool({ name, arguments: { ...args } }, CallToolResultSchema, request) as Promise<CallResult>;
  return { client, asked, call };
}

/** The same of the 2.x SDK, in the older era. */
async function connect2(served: Served) {
  const asked: { message: string; signal: AbortSignal }[] = [];
  const client = new Client2(
    { name: 'patient', version: '1' },
    { versionNegotiation: { mode: 'legacy' }, capabilities: { elicitation: { form: {} } } },
  );
  client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) => {
    asked.push({ message: params.message, signal: mcpReq.signal });
    return new Promise(() => {});
  });
  await client.connect(transport2('http', served.dir, served));
  cleanup.add(() => client.close());
  const call = (name: string, args: object, request: object = {}) =>
    client.callTool({ name, arguments: { ...args } }, request) as Promise<CallResult>;
  return { client, asked, call };
}

/** Pay, and stop waiting once the question is shown. */
async function giveUp(call: Call, asked: unknown[], args: object): Promise<void> {
  const before = asked.length;
  const paying = call('pay', args, { timeout: 20_000 });
  const gaveUp = expect(paying).rejects.toThrow(/timed out/);
  await eventually('the question', () => asked.length > before);
  await vi.advanceTimersByTimeAsync(20_000);
  await gaveUp;
}

describe.each([
  ['1.x', connect1],
  ['2.x', connect2],
] as const)('a client of the %s SDK, in the older era', (_library, connect) => {
  test('that gives up does not cancel: the question waits, and its answer pays', async () => {
    const served = await startServer();
    const { client, asked, call } = await connect(served);
    await giveUp(call, asked, BILL);
    expect(asked.map(({ message }) => message)).toEqual(['Pay B-1?']);
    // Requests are handled in order: the cancellation has arrived when this is answered.
    await client.listTools();
    const page = openCalls(cleanup, served.dir);
    const [question, ...others] = await page.open();
    expect([question?.message, others]).toEqual(['Pay B-1?', []]);
    await page.answer(String(question?.askId), { ok: true });
    expect(await page.settled(String(question?.askId))).toMatchObject({ status: 'completed' });
    expect(payments(served.dir)).toEqual(['B-1']);
    const { structuredContent } = await call('ask_result', { askId: question?.askId });
    expect(structuredContent).toMatchObject({ status: 'done', result: { paid: 'B-1' } });
  });

  test('that cancels on purpose ends the call', async () => {
    const served = await startServer();
    const { asked, call } = await connect(served);
    const cancel = new AbortController();
    const cancelled = call('pay', BILL, { signal: cancel.signal });
    await eventually('the question', () => asked.length > 0);
    cancel.abort();
    await expect(cancelled).rejects.toThrow();
    const page = openCalls(cleanup, served.dir);
    await eventually('the end', async () => (await page.open()).length === 0);
    expect(payments(served.dir)).toEqual([]);
  });

  test('has its form withdrawn before its patience ends, and gets the link', async () => {
    const served = await startServer();
    const { asked, call } = await connect(served);
    const calling = call('pay', BILL);
    await eventually('the question', () => asked.length > 0);
    await vi.advanceTimersByTimeAsync(51_000);
    const waiting = waitingOf(await calling);
    expect(waiting).toMatchObject({ status: 'waiting', message: 'Pay B-1?' });
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true]);
    const page = openCalls(cleanup, served.dir);
    await page.answer(waiting.askId, { ok: true });
    await page.settled(waiting.askId);
    const { structuredContent } = await call('ask_result', { askId: waiting.askId });
    expect(structuredContent).toMatchObject({ status: 'done', result: { paid: 'B-1' } });
    expect(payments(served.dir)).toEqual(['B-1']);
  });

  test('counts its patience from the call, not from the question', async () => {
    const served = await startServer();
    const { asked, call } = await connect(served);
    const calling = call('survey', { questions: 2 });
    await eventually('the question', () => asked.length === 1);
    await vi.advanceTimersByTimeAsync(30_000);
    const page = openCalls(cleanup, served.dir);
    // Answered on the page: the form is withdrawn, and the next one is shown.
    await page.answer(String((await page.open())[0]?.askId), { answer: 'a' });
    await eventually('the second question', () => asked.length === 2);
    expect(asked[0]?.signal.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(21_000);
    expect(waitingOf(await calling)).toMatchObject({ status: 'waiting', message: 'Question 2' });
  });

  test('is shown the form for as long as it takes where it follows the progress', async () => {
    const served = await startServer();
    const { asked, call } = await connect(served);
    const calling = call('pay', BILL, { onprogress: () => {}, resetTimeoutOnProgress: true });
    await eventually('the question', () => asked.length > 0);
    // In parts, so that the signs of life arrive in between.
    for (let part = 0; part < 60; part++) {
      await vi.advanceTimersByTimeAsync(10_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([false]);
    const page = openCalls(cleanup, served.dir);
    await page.answer(String((await page.open())[0]?.askId), { ok: true });
    expect(JSON.parse(textOf(await calling))).toEqual({ paid: 'B-1' });
  });

  test('that calls again gets the call that waits, unless it wants another', async () => {
    const served = await startServer();
    const { asked, call } = await connect(served);
    await giveUp(call, asked, BILL);
    const again = await call('pay', BILL);
    expect(waitingOf(again)).toMatchObject({ status: 'waiting', message: 'Pay B-1?' });
    expect(textOf(again, 1)).toMatch(/^The same call was made at \S+ and is not done: this is its state\./);
    expect(textOf(again, 1)).toContain('again: true');
    expect(asked).toHaveLength(1);
    const page = openCalls(cleanup, served.dir);
    expect(await page.open()).toHaveLength(1);
    // Other arguments are another call, and so is `again`.
    await giveUp(call, asked, { bill: 'B-2' });
    await giveUp(call, asked, { ...BILL, again: true });
    expect(await page.open()).toHaveLength(3);
    await page.answer(waitingOf(again).askId, { ok: true });
    await page.settled(waitingOf(again).askId);
    expect(payments(served.dir)).toEqual(['B-1']);
  });
});

test('a call of another client is another call', async () => {
  const served = await startServer();
  const one = await connect1(served);
  const other = await connect1(served, { name: 'other' });
  await giveUp(one.call, one.asked, BILL);
  await giveUp(other.call, other.asked, BILL);
  expect(await openCalls(cleanup, served.dir).open()).toHaveLength(2);
});

test('a step that takes longer than its client waits is found by the same call, and by ask_result', async () => {
  const served = await startServer();
  const { call } = await connect1(served);
  const calling = call('linger', { id: 'a' });
  await eventually('the step', () => payments(served.dir).length > 0);
  await vi.advanceTimersByTimeAsync(51_000);
  const { askId, ...waiting } = waitingOf(await calling);
  expect(waiting).toEqual({ status: 'waiting', message: 'The tool is working.' });
  const impatient = call('linger', { id: 'a' }, { timeout: 20_000 });
  const gaveUp = expect(impatient).rejects.toThrow(/timed out/);
  await vi.advanceTimersByTimeAsync(20_000);
  await gaveUp;
  expect(payments(served.dir)).toEqual(['begun a']);
  payments(served.dir, 'gate a');
  const result = await eventually('the end', async () => {
    const { structuredContent } = await call('ask_result', { askId, waitSeconds: 1 });
    const { status, result } = structuredContent as { status: string; result: unknown };
    return status === 'done' && result;
  });
  expect(result).toBe('a is done');
  expect(payments(served.dir)).toEqual(['begun a', 'gate a']);
});

test('a client of the newer era that leaves its request does not cancel the call', async () => {
  const served = await startServer();
  const leaving = new AbortController();
  const called = callModern(served, { name: 'linger', arguments: { id: 'a' } }, { signal: leaving.signal });
  const left = expect(called).rejects.toThrow();
  await eventually('the step', () => payments(served.dir).length > 0);
  leaving.abort();
  await left;
  payments(served.dir, 'gate a');
  const { calls, sessions } = openCalls(cleanup, served.dir);
  const local = { userId: 'local', kind: 'agent', name: 'x' } as const;
  const [session] = (await sessions.list(local, { kind: 'tool' })).sessions;
  const ending = await eventually(
    'the end',
    async () => (await calls.get(local, String(session?.sessionId)))?.ending,
  );
  expect(ending).toMatchObject({ op: 'completed', value: 'a is done' });
});
