import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client as Client2 } from '@modelcontextprotocol/client';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { LoggingMessageNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { transport2 } from '../client-legs.ts';
import { ANN, createCleanup, type Served, serve, tempDir, twoUsers } from '../harness.ts';
import { messagesIn, postModern } from '../modern-http.ts';
import { startStdio } from '../stdio-process.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const TOOL = `import { createMcpTool } from 'tandem-mcp/ask';
import { z } from 'zod';
console.log('loading');
export const loud = createMcpTool('loud').description('Prints.').parameters(z.object({}))
  .elicits({ q: z.object({ a: z.string() }) })
  .execute(function* (_params, ctx) {
    console.log('seats', { free: 2 });
    console.dir({ deep: [1] });
    console.table([{ a: 1 }]);
    yield* ctx.step('pay', async () => {
      await null;
      console.error('paid with sk-abcdefghijklmnop');
    });
    yield* ctx.log('info', 'for the client');
    const { action } = yield* ctx.elicit('q', { message: 'Which?' });
    console.warn(action);
    return 'ok';
  });`;

function prepare(dir: string): string {
  mkdirSync(join(dir, 'tools'));
  writeFileSync(join(dir, 'tools/loud.ts'), TOOL);
  return dir;
}

test('what a tool prints is on stderr of the program, with its name, and never on stdout', async () => {
  const server = startStdio(cleanup, prepare(tempDir(cleanup)), 'cli');
  await server.initialize();
  await server.call('loud');
  server.endInput();
  await server.exited;
  expect(server.strayLines).toEqual([]);
  const printed = server.stderr();
  for (const line of ['loading', 'seats { free: 2 }', '{ deep: [ 1 ] }', '┌─', 'paid with ••••'])
    expect(printed).toContain(`[loud.ts] ${line}`);
});

describe('a client that wants logs', () => {
  const printed: string[] = [];
  beforeEach(() => {
    printed.length = 0;
    const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      printed.push(String(text));
      return true;
    });
    cleanup.add(() => write.mockRestore());
  });

  const SENT = [
    ['info', 'seats { free: 2 }'],
    ['info', '{ deep: [ 1 ] }'],
    ['info', expect.stringContaining('┌─')],
    ['error', 'paid with ••••'],
    ['info', 'for the client'],
  ];

  /** The whole call: what was printed before the question is neither printed nor sent again after it. */
  const WHOLE = [...SENT, ['warning', 'decline']];

  const open = async () => serve(cleanup, prepare(tempDir(cleanup)));

  test('of the newer era gets them too, once', async () => {
    const served = await open();
    const first = await callWithLogs(served);
    expect(logsIn(first)).toEqual(SENT);
    const { requestState, inputRequests = {} } = resultIn(first);
    const [key = ''] = Object.keys(inputRequests);
    // The next server replays the call.
    await served.tandem.close();
    const second = await callWithLogs(await serve(cleanup, served.dir), {
      requestState,
      inputResponses: { [key]: { action: 'decline' } },
    });
    expect(logsIn(second)).toEqual([['warning', 'decline']]);
    expect(printed.filter((line) => line.includes('seats'))).toEqual(['[loud.ts] seats { free: 2 }\n']);
  });

  test('of the older era gets them too, with either SDK', async () => {
    const served = await open();
    const logs: unknown[] = [];
    const two = new Client2(
      { name: 'two', version: '1' },
      { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'legacy' } },
    );
    two.setRequestHandler('elicitation/create', async () => ({ action: 'decline' }));
    two.setNotificationHandler('notifications/message', ({ params }) => {
      logs.push([params.level, params.data]);
    });
    await two.connect(transport2('http', served.dir, served));
    cleanup.add(() => two.close());
    await two.setLoggingLevel('info');
    await two.callTool({ name: 'loud', arguments: {} });
    expect(logs.splice(0)).toEqual(WHOLE);

    const one = new Client1({ name: 'one', version: '1' }, { capabilities: {} });
    one.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => {
      logs.push([params.level, params.data]);
    });
    const requestInit = { headers: { Authorization: `Bearer ${served.key}` } };
    await one.connect(new Http1(served.url('/mcp'), { requestInit }) as Parameters<Client1['connect']>[0]);
    cleanup.add(() => one.close());
    await one.setLoggingLevel('error');
    await one.callTool({ name: 'loud', arguments: {} });
    expect(logs).toEqual([['error', 'paid with ••••']]);
  });

  test('gets what the tool logs, not what it prints, if it is not the local user', async () => {
    const served = await serve(cleanup, prepare(tempDir(cleanup)), twoUsers);
    expect(logsIn(await callWithLogs({ ...served, key: ANN }))).toEqual([['info', 'for the client']]);
    expect(printed.join('')).toContain('[loud.ts] seats { free: 2 }\n');
  });

  test('gets nothing if it asks for none', async () => {
    const served = await open();
    const response = await postModern(served, 'tools/call', { name: 'loud' });
    expect(logsIn(messagesIn(await response.text()))).toEqual([]);
  });
});

async function callWithLogs(served: Served, more: Record<string, unknown> = {}): Promise<unknown[]> {
  const meta = { 'io.modelcontextprotocol/logLevel': 'info' };
  const response = await postModern(served, 'tools/call', { name: 'loud', arguments: {}, ...more }, { meta });
  return messagesIn(await response.text());
}

interface Message {
  method?: string;
  params?: { level: string; data: unknown };
  result?: { requestState?: string; inputRequests?: Record<string, unknown> };
}

const logsIn = (messages: unknown[]) =>
  (messages as Message[]).flatMap(({ method, params }) =>
    method === 'notifications/message' ? [[params?.level, params?.data]] : [],
  );

const resultIn = (messages: unknown[]) => (messages.at(-1) as Message).result ?? {};
