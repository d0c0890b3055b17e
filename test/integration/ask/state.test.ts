import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createMcpTool, createScriptedModel } from '../../../src/ask/index.ts';
import { createLogger } from '../../../src/lib/logger.ts';
import { loadConfig } from '../../../src/server/load-config.ts';
import { createTandem } from '../../../src/server/tandem.ts';
import { transport2 } from '../client-legs.ts';
import {
  ANN,
  BEN,
  createCleanup,
  eventually,
  fileAppears,
  type Served,
  serve,
  tempDir,
  twoUsers,
} from '../harness.ts';
import { callModern, type RpcAnswer, type ToolCall } from '../modern-http.ts';
import { copyFlights, openCalls, ticketsIn } from './flights.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const CALL = { name: 'book_flight', arguments: { from: 'New York', destination: 'Lisbon' } };
const SEAT = { pickSeat: { action: 'accept', content: { row: 12, seat: 'A' } } };

async function startServer(): Promise<Served> {
  const dir = tempDir(cleanup);
  copyFlights(dir);
  return serve(cleanup, dir, twoUsers);
}
const asAnn = (served: Served, call: ToolCall) => callModern(served, call, { key: ANN });
const textOf = ({ result }: RpcAnswer) => result?.content?.[0]?.text ?? '';

function flightOf({ result }: RpcAnswer) {
  const id = result?.inputRequests?.pickFlight?.params.message.match(/[A-Z]{2}-\d+/)?.[0];
  return { pickFlight: { action: 'accept', content: { flightId: id } } };
}

/** The call of a client that has chosen its flight and is asked for the seat. */
async function askedForSeat(served: Served): Promise<ToolCall> {
  const first = await asAnn(served, CALL);
  const second = await asAnn(served, {
    ...CALL,
    requestState: first.result?.requestState,
    inputResponses: flightOf(first),
  });
  expect(second.result?.inputRequests?.pickSeat?.params.message).toMatch(/^Select your seat/);
  return { ...CALL, requestState: second.result?.requestState, inputResponses: SEAT };
}

function expectRefused({ result, error }: RpcAnswer): void {
  expect(result).toBeUndefined();
  expect(error).toMatchObject({
    code: -32602,
    message: expect.stringMatching(/^Invalid or expired requestState/),
  });
}

describe('the state of a call of an asking tool', () => {
  test('is invalid with any change, and for other arguments, tools or users', async () => {
    const served = await startServer();
    const answer = await askedForSeat(served);
    const state = String(answer.requestState);
    for (let at = 0; at < state.length; at += 23) {
      const other = state[at] === 'A' ? 'Q' : 'A';
      if (state[at] === '.') continue;
      expectRefused(
        await asAnn(served, { ...answer, requestState: state.slice(0, at) + other + state.slice(at + 1) }),
      );
    }
    expectRefused(await asAnn(served, { ...answer, arguments: { from: 'Bern', destination: 'Lisbon' } }));
    expectRefused(await asAnn(served, { ...answer, name: 'ask_result', arguments: { askId: 'x' } }));
    expectRefused(await callModern(served, answer, { key: BEN }));
    expect(ticketsIn(served.dir)).toEqual([]);
    expect(JSON.parse(textOf(await asAnn(served, answer)))).toMatchObject({ seat: '12A' });
  });

  test('that is sent again gets the same result, and nothing is booked again', async () => {
    const served = await startServer();
    const answer = await askedForSeat(served);
    const all = await Promise.all(Array.from({ length: 6 }, () => asAnn(served, answer)));
    expect(new Set(all.map(textOf)).size).toBe(1);
    const other = { pickSeat: { action: 'accept', content: { row: 2, seat: 'B' } } };
    expect(textOf(await asAnn(served, { ...answer, inputResponses: other }))).toBe(
      textOf(all[0] as RpcAnswer),
    );
    expect(ticketsIn(served.dir)).toHaveLength(1);
  });

  test('of an earlier round leads to the current state of the call', async () => {
    const served = await startServer();
    const first = await asAnn(served, CALL);
    const round = { ...CALL, requestState: first.result?.requestState, inputResponses: flightOf(first) };
    const [one, two] = [await asAnn(served, round), await asAnn(served, round)];
    for (const { result } of [one, two])
      expect(result?.inputRequests?.pickSeat?.params.message).toMatch(/^Select your seat/);
    const changed = { pickFlight: { action: 'decline' } };
    const late = await asAnn(served, { ...round, inputResponses: changed });
    expect(late.result?.inputRequests).toHaveProperty('pickSeat');
  });

  test('survives a restart of the server between any two rounds', async () => {
    let served = await startServer();
    const again = async () => {
      await served.tandem.close();
      served = await serve(cleanup, served.dir, twoUsers);
    };
    const first = await asAnn(served, CALL);
    await again();
    const round = { ...CALL, requestState: first.result?.requestState, inputResponses: flightOf(first) };
    const second = await asAnn(served, round);
    await again();
    const last = { ...CALL, requestState: second.result?.requestState, inputResponses: SEAT };
    const done = textOf(await asAnn(served, last));
    expect(JSON.parse(done)).toMatchObject({ seat: '12A' });
    await again();
    expect(textOf(await asAnn(served, last))).toBe(done);
    expect(ticketsIn(served.dir)).toHaveLength(1);
  });

  test('is required: answers without it are ignored', async () => {
    const served = await startServer();
    const answers = { pickFlight: { action: 'accept', content: { flightId: 'SH-1' } }, ...SEAT };
    const { result } = await asAnn(served, { ...CALL, inputResponses: answers });
    expect(result?.inputRequests).toHaveProperty('pickFlight');
  });

  test('invalid answers from a client are asked for again', async () => {
    const served = await startServer();
    const first = await asAnn(served, CALL);
    for (const nonsense of [{}, { pickFlight: 'yes' }, { pickFlight: { action: 'maybe' } }]) {
      const { result } = await asAnn(served, {
        ...CALL,
        requestState: first.result?.requestState,
        inputResponses: nonsense,
      });
      expect(result?.inputRequests).toHaveProperty('pickFlight');
    }
  });
});

test("ask_result finds neither other users' questions nor nonexistent ones", async () => {
  const served = await startServer();
  const waiting = await callModern(served, CALL, { key: ANN, capabilities: {} });
  const { askId } = JSON.parse(textOf(waiting)) as { askId: string };
  const look = (key: string, id: string) =>
    callModern(served, { name: 'ask_result', arguments: { askId: id } }, { key });
  expect(JSON.parse(textOf(await look(ANN, askId)))).toMatchObject({ status: 'waiting' });
  const foreign = await look(BEN, askId);
  const unknown = await look(BEN, `ask_${'0'.repeat(26)}-1`);
  expect(foreign.result?.isError).toBe(true);
  expect(textOf(foreign).replace(askId, 'X')).toBe(textOf(unknown).replace(`ask_${'0'.repeat(26)}-1`, 'X'));
});

describe('in the older era, while the person thinks', () => {
  const TOOL = (dir: string) => `
    import { writeFileSync } from 'node:fs';
    import { createMcpTool } from 'tandem-mcp/ask';
    import { z } from 'zod';
    export const ponder = createMcpTool('ponder').description('Asks.').parameters(z.object({ id: z.string() }))
      .elicits({ q: z.object({ a: z.string() }) })
      .execute(function* ({ id }, ctx) {
        try { return yield* ctx.elicit('q', { message: id }); }
        finally { yield* ctx.step('clean', () => writeFileSync(${JSON.stringify(dir)} + '/' + id + '.clean', '')); }
      });`;

  test('cancelling the call ends the tool; losing the connection leaves the question open', async () => {
    const dir = tempDir(cleanup);
    mkdirSync(join(dir, 'tools'));
    writeFileSync(join(dir, 'tools/ponder.ts'), TOOL(dir));
    const served = await serve(cleanup, dir);
    const asked: string[] = [];
    const connect = async (via: 'http' | 'sse') => {
      const client = new Client(
        { name: 'test', version: '1' },
        { versionNegotiation: { mode: 'legacy' }, capabilities: { elicitation: { form: {} } } },
      );
      client.setRequestHandler('elicitation/create', ({ params }) => {
        asked.push(params.message);
        return new Promise(() => {});
      });
      await client.connect(transport2(via, dir, served));
      cleanup.add(() => client.close());
      return client;
    };
    const client = await connect('http');
    const cancel = new AbortController();
    const cancelled = client.callTool({ name: 'ponder', arguments: { id: 'a' } }, { signal: cancel.signal });
    await eventually('the question', () => asked.includes('a'));
    cancel.abort('enough');
    await expect(cancelled).rejects.toThrow();
    await fileAppears(join(dir, 'a.clean'));

    // Over SSE the server notices that the connection is lost.
    const leaving = await connect('sse');
    const lost = leaving.callTool({ name: 'ponder', arguments: { id: 'b' } });
    await eventually('the question', () => asked.includes('b'));
    await leaving.close();
    await expect(lost).rejects.toThrow();
    const page = openCalls(cleanup, dir);
    const [question, ...others] = await page.open();
    expect([question?.message, others]).toEqual(['b', []]);
    await page.answer(String(question?.askId), { a: 'late, but welcome' });
    expect(await page.settled(String(question?.askId))).toMatchObject({ status: 'completed' });
    await fileAppears(join(dir, 'b.clean'));
  });
});

describe('a tool in the folder', () => {
  const tool = (name: string, text: string) => `
    import { createMcpTool } from 'tandem-mcp/ask';
    import { z } from 'zod';
    export const t = createMcpTool('${name}').description('Says.').parameters(z.object({ who: z.string().default('you') })).elicits({})
      .execute(function* ({ who }, ctx) { yield* ctx.notify('half', 0.5); return '${text} ' + who; });`;

  async function connect(served: Served, via: 'http' | 'sse' = 'http') {
    const heard: unknown[] = [];
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'legacy' } });
    client.setNotificationHandler('notifications/tools/list_changed', () => void heard.push('changed'));
    await client.connect(transport2(via, served.dir, served));
    cleanup.add(() => client.close());
    return { client, heard };
  }

  test('is served from its current file, and clients are notified of changes', async () => {
    const dir = tempDir(cleanup);
    mkdirSync(join(dir, 'tools'));
    writeFileSync(join(dir, 'tools/hello.ts'), tool('hello', 'Hello'));
    const served = await serve(cleanup, dir);
    const { client, heard } = await connect(served);
    const call = async (name: string) => {
      const progress: unknown[] = [];
      const onprogress = (p: unknown) => void progress.push(p);
      const result = await client.callTool({ name, arguments: { who: 'Ann' } }, { onprogress });
      return { text: (result.content as { text: string }[])[0]?.text, progress };
    };
    expect(await call('hello')).toEqual({
      text: 'Hello Ann',
      progress: [{ progress: 0.5, total: 1, message: 'half' }],
    });
    writeFileSync(join(dir, 'tools/hello.ts'), tool('hello', 'Good morning'));
    expect((await call('hello')).text).toBe('Good morning Ann');
    heard.length = 0;
    writeFileSync(join(dir, 'tools/bye.ts'), tool('bye', 'Bye'));
    await eventually('the notice', () => heard.length > 0);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['bye', 'hello']),
    );
    await expect(client.callTool({ name: 'hello', arguments: { whom: 'x' } })).resolves.toMatchObject({
      isError: true,
    });
  });

  test('that is cancelled by its caller cleans up; if its caller only disconnects, it continues', async () => {
    const dir = tempDir(cleanup);
    mkdirSync(join(dir, 'tools'));
    writeFileSync(
      join(dir, 'tools/slow.ts'),
      `import { writeFileSync, existsSync } from 'node:fs';
       import { createMcpTool } from 'tandem-mcp/ask';
       import { z } from 'zod';
       const mark = (name) => writeFileSync(${JSON.stringify(dir)} + '/' + name, '');
       export const linger = createMcpTool('linger').description('Takes its time.').parameters(z.object({ id: z.string() })).elicits({})
         .execute(function* ({ id }, ctx) {
           try {
             yield* ctx.step('wait', async ({ signal }) => {
               mark(id + '.started');
               while (!existsSync(${JSON.stringify(dir)} + '/' + id + '.gate') && !signal.aborted) await new Promise((r) => setTimeout(r, 10));
             });
             yield* ctx.step('done', () => mark(id + '.done'));
           } finally {
             yield* ctx.step('clean', () => mark(id + '.clean'));
           }
         });`,
    );
    const served = await serve(cleanup, dir);
    const isThere = (name: string) => fileAppears(join(dir, name));
    const { client } = await connect(served);
    const cancel = new AbortController();
    const cancelled = client.callTool({ name: 'linger', arguments: { id: 'a' } }, { signal: cancel.signal });
    await isThere('a.started');
    cancel.abort('not needed');
    await expect(cancelled).rejects.toThrow();
    await isThere('a.clean');
    await expect(async () => readFileSync(join(dir, 'a.done'))).rejects.toThrow();

    const { client: leaving } = await connect(served, 'sse');
    const lost = leaving.callTool({ name: 'linger', arguments: { id: 'b' } });
    await isThere('b.started');
    await leaving.close();
    await expect(lost).rejects.toThrow();
    writeFileSync(join(dir, 'b.gate'), '');
    await isThere('b.done');
    await isThere('b.clean');
  });
});

test('tools and a model from code are served alongside those of the folder', async () => {
  const dir = tempDir(cleanup);
  copyFlights(dir);
  const greet = createMcpTool('greet')
    .description('Greets.')
    .parameters(z.object({}))
    .elicits({})
    .execute(function* (_params, ctx) {
      return (yield* ctx.sample({ prompt: 'Say hello.' })).text;
    });
  const tandem = await createTandem({
    dir,
    config: await loadConfig(dir, {}),
    env: {},
    log: createLogger('silent'),
    tools: [greet],
    model: createScriptedModel(['hello from code']),
  });
  cleanup.add(() => tandem.close());
  const { ports } = await tandem.listen({ host: '127.0.0.1', uiPort: 0, mcpPort: 0 });
  const url = (path: string) => new URL(path, `http://127.0.0.1:${ports.mcp}`);
  const served = { dir, url, key: tandem.folder.secret('mcp-key') } as Served;
  expect(textOf(await callModern(served, { name: 'greet' }))).toBe('hello from code');
  expect((await callModern(served, CALL)).result?.inputRequests).toHaveProperty('pickFlight');
});
