import { streamText } from 'ai';
import { test } from 'vitest';
import { createChatHandler } from '../../src/chat/create-chat-handler.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { createMemoryStore } from '../../src/stores/memory-store.ts';
import { createPacedModel } from './paced-model.ts';
import { ratio, timed } from './ratio.ts';

const TOKENS = 5000;
const log = createLogger('silent');

function openChat(pause?: () => Promise<void>) {
  const handler = createChatHandler({
    model: createPacedModel(TOKENS, pause),
    store: createMemoryStore(),
    user: () => 'ann',
    limits: { maxSessionsPerUser: 1_000_000 },
    log,
  });
  const begin = () =>
    handler(
      new Request('http://localhost/api/chat', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [{ role: 'user', content: 'go' }] }),
      }),
    );
  const read = (id: string) => handler(new Request(`http://localhost/api/chat/${id}/stream`));
  return { begin, read, handler };
}

async function drain(response: Response): Promise<void> {
  const reader = response.body?.getReader();
  while (reader && !(await reader.read()).done);
}

test('tokens through our handler against the bare stream of the AI SDK', async () => {
  const { begin, handler } = openChat();
  const bare = () =>
    streamText({ model: createPacedModel(TOKENS), messages: [{ role: 'user', content: 'go' }] });
  const ours = () => timed(async () => drain(await begin()));
  await ratio(`chat: ${TOKENS} tokens streamed, against the SDK's response for its own front ends`, {
    ours,
    base: () => timed(() => drain(bare().toUIMessageStreamResponse())),
    goal: '>= 0.8x',
    kind: 'speed',
  });
  await ratio(`chat: ${TOKENS} tokens streamed, against the SDK's plain text response`, {
    ours,
    base: () => timed(() => drain(bare().toTextStreamResponse())),
    goal: '>= 0.8x',
    kind: 'speed',
  });
  await handler.close();
});

test('the writer, with 200 readers that resume its stream', async () => {
  const tick = () => new Promise<void>((resolve) => setTimeout(resolve, 1));
  for (const [pace, rest] of [
    ['as fast as it can', async () => {}],
    ['with pauses of a millisecond or more', tick],
  ] as const) {
    let release = () => {};
    let isAsked = () => {};
    let isFirst = true;
    // It starts when all readers are connected: the cost of connecting is not the cost of reading.
    const { begin, read, handler } = openChat(() => {
      if (!isFirst) return rest();
      isFirst = false;
      isAsked();
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    // How long the writer takes, whether or not its readers have everything by then.
    const write = async (readers: number) => {
      isFirst = true;
      const asked = new Promise<void>((resolve) => {
        isAsked = resolve;
      });
      const response = await begin();
      await asked;
      const id = response.headers.get('x-conversation-id') ?? '';
      const streams = await Promise.all(Array.from({ length: readers }, () => read(id)));
      const reading = streams.map(drain);
      const spent = await timed(() => {
        release();
        return drain(response);
      });
      await Promise.all(reading);
      return spent;
    };
    await ratio(`chat: a writer ${pace}, with 200 readers against none`, {
      ours: () => write(200),
      base: () => write(0),
      samples: 9,
      goal: '<= 1.1x',
    });
    await handler.close();
  }
});
