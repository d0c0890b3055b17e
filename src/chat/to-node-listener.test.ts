import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { parseLines, textOf } from '../../test/fixtures/chat-client.ts';
import { followStream } from '../../test/fixtures/follow-stream.ts';
import { createGatedModel } from '../../test/fixtures/gated-model.ts';
import { openChat } from '../../test/fixtures/open-chat.ts';
import { toNodeListener } from './to-node-listener.ts';

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/chat`;
}

const post = (url: string) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-user': 'ann' },
    body: JSON.stringify({ messages: [{ role: 'user', content: 'Hi' }] }),
  });

test('streams through Node’s server, chunk by chunk, and continues when the reader leaves', async () => {
  const model = createGatedModel();
  const { handler, stream } = openChat([], { model: model.model });
  const response = await post(await listen(toNodeListener(handler)));
  const id = response.headers.get('x-conversation-id') ?? '';
  const reader = followStream(response);
  await model.say('Hello ');
  expect((await reader.until('text')).text).toBe('Hello ');
  await reader.cancel();
  await model.say('there.');
  const rest = stream(id, reader.lsn);
  await model.end();
  expect(textOf(await rest)).toBe('there.');
});

test.each([true, false])('works mounted, as in Express, with a body parser: %s', async (isParsed) => {
  const { handler } = openChat(['Hello.']);
  const listener = toNodeListener(handler);
  const url = await listen(async (request, response) => {
    const mounted = request as IncomingMessage & { body?: unknown; originalUrl?: string };
    mounted.originalUrl = request.url ?? '/';
    mounted.url = mounted.originalUrl.slice('/api/chat'.length) || '/';
    if (isParsed) {
      let text = '';
      for await (const chunk of request) text += chunk;
      // Older versions of Express set a body on every request.
      mounted.body = JSON.parse(text || '{}');
    }
    await listener(mounted, response);
  });
  const response = await post(url);
  expect(textOf(parseLines(await response.text()))).toBe('Hello.');
  const request = async (method: string) => {
    const path = `${url}/${response.headers.get('x-conversation-id')}`;
    return (await fetch(path, { method, headers: { 'x-user': 'ann' } })).status;
  };
  expect([await request('GET'), await request('DELETE'), await request('GET')]).toEqual([200, 204, 410]);
});
