import { fileURLToPath } from 'node:url';
import { afterEach, expect, test } from 'vitest';
import type { ChatHistory } from '../../../src/protocol/chat-stream.ts';
import { copyFlights, ticketsIn } from '../ask/flights.ts';
import { createCleanup, tempDir } from '../harness.ts';
import { type KillPlace, killAtEach, untilKilled } from '../until-killed.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const script = fileURLToPath(new URL('kill-chat.mjs', import.meta.url));

/** Chats in a separate process; undefined if it was killed. */
function talk(dir: string, ...killAt: string[]): Promise<(ChatHistory & { writes: number }) | undefined> {
  return untilKilled(script, [dir, ...killAt]);
}

function folder(): string {
  const dir = tempDir(cleanup);
  copyFlights(dir);
  return dir;
}

test('a conversation whose process is killed at any write continues in the next one, and books once', async () => {
  const whole = await talk(folder());
  const places = whole?.writes ?? 0;
  expect(places).toBeGreaterThan(7);
  await killAtEach(places, killAt);
}, 240_000);

async function killAt({ at, when }: KillPlace): Promise<void> {
  const place = `${when} ${at}`;
  const dir = folder();
  expect(await talk(dir, String(at), when), place).toBeUndefined();
  const next = await talk(dir);
  if (!next) throw new Error('it was killed again');
  expect(next.status, place).toBe('idle');
  expect(next.messages, place).toMatchObject([
    { role: 'user', text: 'Book a flight' },
    { role: 'assistant', toolCalls: [{ status: 'completed', result: { seat: '12A' } }] },
    { role: 'assistant', text: 'Your flight is booked.' },
  ]);
  const tickets = ticketsIn(dir);
  expect(tickets, place).toHaveLength(1);
  expect(next.messages[1]?.toolCalls[0]?.result).toMatchObject({ ticketNumber: tickets[0]?.ticketNumber });
}

test('killed again and again, it still gets there', async () => {
  const dir = folder();
  // At least as many writes as a round that was cut off needs to be begun again and said.
  let attempts = 0;
  let done: ChatHistory | undefined;
  while (!done && attempts++ < 50) done = await talk(dir, '4', 'after');
  expect(done?.messages.at(-1)?.text).toBe('Your flight is booked.');
  expect(attempts).toBeGreaterThan(2);
  expect(ticketsIn(dir)).toHaveLength(1);
}, 240_000);
