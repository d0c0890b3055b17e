import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { OpenWork } from '../lib/open-work.ts';
import { createDrainingStdio } from './draining-stdio.ts';

const NEVER = 2 ** 31 - 1;

/** A started transport, and when it heard its messages and closed. */
async function open(patienceMs: number) {
  const stdin = new PassThrough();
  const events: string[] = [];
  let happened = () => {};
  const transport = createDrainingStdio(stdin, new PassThrough().resume(), {
    patienceMs,
    work: new OpenWork(),
  });
  transport.onmessage = (message) => {
    events.push('method' in message ? message.method : 'answer');
    happened();
  };
  transport.onclose = () => {
    events.push('closed');
    happened();
  };
  await transport.start();
  const until = async (event: string) => {
    while (!events.includes(event))
      await new Promise<void>((resolve) => {
        happened = resolve;
      });
  };
  const write = (message: object) => void stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return { stdin, transport, events, until, write };
}

/** Long enough for everything that is not a timer. */
const settle = async () => {
  for (let i = 0; i < 5; i++) await new Promise(setImmediate);
};

test('with nothing to answer it closes as soon as the input ends', async () => {
  const { stdin, until } = await open(NEVER);
  stdin.end();
  await until('closed');
});

test('it stays open until the last request is answered', async () => {
  const { stdin, transport, events, until, write } = await open(NEVER);
  write({ id: 1, method: 'tools/list' });
  write({ id: 'two', method: 'tools/call' });
  stdin.end();
  await until('tools/call');
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
  // Neither a notice nor a request of our own is an answer.
  await transport.send({ jsonrpc: '2.0', method: 'notifications/progress' });
  await transport.send({ jsonrpc: '2.0', id: 'two', method: 'elicitation/create' });
  await settle();
  expect(events).not.toContain('closed');
  await transport.send({ jsonrpc: '2.0', id: 'two', error: { code: -32603, message: 'failed' } });
  await until('closed');
});

test('it does not wait for a request that was cancelled', async () => {
  const { stdin, until, write } = await open(NEVER);
  write({ id: 1, method: 'tools/call' });
  write({ method: 'notifications/cancelled', params: { requestId: 1 } });
  stdin.end();
  await until('closed');
});

test('its patience has an end', async () => {
  const { stdin, events, until, write } = await open(1);
  write({ id: 1, method: 'tools/call' });
  stdin.end();
  await until('closed');
  expect(events).toEqual(['tools/call', 'closed']);
});
