import { afterEach, expect, test } from 'vitest';
import { createLogger } from '../../../src/lib/logger.ts';
import { loadConfig } from '../../../src/server/load-config.ts';
import { createTandem } from '../../../src/server/tandem.ts';
import { firstOf, idOf, parseLines, textOf, toAnswer } from '../../fixtures/chat-client.ts';
import { copyFlights, ticketsIn } from '../ask/flights.ts';
import { createCleanup, tempDir } from '../harness.ts';
import { createPageClient } from '../page-client.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

/** The server over a folder, and its page as the person's browser has it. */
async function openPage(dir: string) {
  const config = await loadConfig(dir, {});
  const tandem = await createTandem({ dir, config, env: {}, log: createLogger('silent') });
  cleanup.add(() => tandem.close());
  const { ports } = await tandem.listen({ host: '127.0.0.1', uiPort: 0, mcpPort: 0 });
  await tandem.start();
  const { origin, send } = createPageClient(tandem, ports.ui);
  return {
    origin,
    send,
    post: async (body: unknown) => parseLines(await (await send('POST', '/api/chat', body)).text()),
  };
}

const turn = (content: string) => ({ messages: [{ role: 'user', content }] });

test("the page books a flight: asked in the chat, answered there and on the question's page", async () => {
  const dir = tempDir(cleanup);
  copyFlights(dir);
  const { post, send } = await openPage(dir);
  const first = await post(turn('Book a flight from New York to Lisbon.'));
  const conversationId = idOf(first);
  expect(firstOf(first, 'session_info').model.scripted).toBe(true);
  const { flights } = firstOf(first, 'plugin_elicit_request').context as { flights: { id: string }[] };
  const content = { flightId: flights[0]?.id };
  const second = await post({ conversationId, ...toAnswer(first, { action: 'accept', content }) });
  const { elicitId } = firstOf(second, 'plugin_elicit_request');

  const followed = await send(
    'GET',
    `/api/chat/${conversationId}/stream?after=${second.at(-1)?.lsn}&follow=1`,
  );
  const elsewhere = await send('POST', `/api/asks/${elicitId}`, {
    action: 'accept',
    content: { row: 12, seat: 'A' },
  });
  expect(elsewhere.status).toBe(200);
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of followed.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes('"complete"')) break;
  }
  const [ticket] = ticketsIn(dir);
  expect(textOf(parseLines(text))).toContain(ticket?.ticketNumber);
  expect(ticketsIn(dir)).toHaveLength(1);
});

test('changes require the page’s own token, and nothing is visible without signing in', async () => {
  const dir = tempDir(cleanup);
  copyFlights(dir);
  const { send, origin } = await openPage(dir);
  for (const [method, path, body] of [
    ['POST', '', turn('hi')],
    ['POST', '/x/abort', {}],
    ['POST', '/x/asks/y', { action: 'cancel' }],
    ['DELETE', '/x', undefined],
  ] as const)
    expect((await send(method, `/api/chat${path}`, body, '')).status, `${method} ${path}`).toBe(403);
  expect((await fetch(`${origin}/api/chat`)).status).toBe(401);
  expect((await (await send('GET', '/api/chat')).json()).conversations).toEqual([]);
});

test('a folder without tools has no chat', async () => {
  const { send } = await openPage(tempDir(cleanup));
  expect((await send('GET', '/api/chat')).status).toBe(404);
});
