import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { FLIGHT, SEAT } from '../../test/fixtures/booking-tool.ts';
import { firstOf, idOf, textOf, toAnswer } from '../../test/fixtures/chat-client.ts';
import { followStream } from '../../test/fixtures/follow-stream.ts';
import { createGatedModel } from '../../test/fixtures/gated-model.ts';
import { BOOK, openChat } from '../../test/fixtures/open-chat.ts';
import type { ChatLine, ChatTranscript } from '../protocol/chat-stream.ts';
import { applyChatEvent, emptyTranscript } from '../protocol/chat-transcript.ts';
import type { SessionStore } from '../session/session-store.ts';
import { createMemoryStore } from '../stores/memory-store.ts';

function shownOf(lines: readonly ChatLine[], from: ChatTranscript = emptyTranscript): ChatTranscript {
  return lines.reduce(
    (shown, { event }) => (event.type === 'session_info' ? shown : applyChatEvent(shown, event)),
    from,
  );
}

describe('a stream', () => {
  test('read from any number completes what was read before', async () => {
    const { say, post, stream, json } = openChat([BOOK, 'go early', 'Booked, have a good flight.']);
    const first = await say('Book');
    const conversationId = idOf(first);
    const second = await post({ conversationId, ...toAnswer(first, FLIGHT) });
    await post({ conversationId, ...toAnswer(second, SEAT) });
    const all = await stream(conversationId);
    const whole = shownOf(all);
    const { status, messages, lsn } = await json(`/${conversationId}`);
    expect({ status, messages }).toEqual(JSON.parse(JSON.stringify(whole)));
    expect(lsn).toBe(all.at(-1)?.lsn);
    for (const { lsn: after } of all) {
      const before = all.slice(1).filter((line) => line.lsn <= after);
      const [info, ...rest] = await stream(conversationId, after);
      expect(info?.lsn).toBe(after);
      expect(rest.every((line) => line.lsn > after)).toBe(true);
      expect(shownOf(rest, shownOf(before))).toEqual(whole);
    }
  });

  test('interrupted in a message continues at exactly that chunk, during the message and after it', async () => {
    const model = createGatedModel();
    const { send, stream } = openChat([], { model: model.model });
    const response = await send('POST', '', { messages: [{ role: 'user', content: 'Hi' }] });
    const id = response.headers.get('x-conversation-id') ?? '';
    const reader = followStream(response);
    const places: { lsn: number; read: string }[] = [];
    let read = '';
    await model.think('Hm.');
    await reader.until('thinking');
    for (const piece of ['Hel', 'lo, ', '😀 ', 'you.']) {
      await model.say(piece);
      read += (await reader.until('text')).text;
      places.push({ lsn: reader.lsn, read });
    }
    // A late reader, during the message.
    const late = followStream(await send('GET', `/${id}/stream?after=${places[1]?.lsn}`));
    expect((await late.until('text')).text).toBe('😀 ');
    await late.cancel();
    await model.end();
    await reader.until('complete');
    for (const { lsn, read: before } of places)
      expect(before + textOf(await stream(id, lsn))).toBe('Hello, 😀 you.');
  });

  test('needs no reader: a client that leaves finds everything later', async () => {
    const model = createGatedModel();
    const { send, stream } = openChat([], { model: model.model });
    const response = await send('POST', '', { messages: [{ role: 'user', content: 'Hi' }] });
    const id = response.headers.get('x-conversation-id') ?? '';
    const reader = followStream(response);
    await model.say('Hello ');
    await reader.until('text');
    await reader.cancel();
    await model.say('there.');
    const rest = stream(id, reader.lsn);
    await model.end();
    expect(textOf(await rest)).toBe('there.');
  });

  test('has any number of readers, each with everything', async () => {
    const model = createGatedModel();
    const { send, stream } = openChat([], { model: model.model });
    const response = await send('POST', '', { messages: [{ role: 'user', content: 'Hi' }] });
    const id = response.headers.get('x-conversation-id') ?? '';
    const pieces = Array.from({ length: 50 }, (_, n) => `${n} `);
    const readers: Promise<ChatLine[]>[] = [];
    for (const piece of pieces) {
      for (let n = 0; n < 4; n++) readers.push(stream(id));
      await model.say(piece);
    }
    await model.end();
    await response.text();
    const texts = (await Promise.all(readers)).map(textOf);
    expect(texts).toHaveLength(200);
    expect(new Set(texts)).toEqual(new Set([pieces.join('')]));
  });

  test('leaves nothing behind when its readers have left', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const { say, send } = openChat(['Hello.']);
    const id = idOf(await say('Hi'));
    const before = vi.getTimerCount();
    const readers = await Promise.all(
      [1, 2, 3].map(async () => followStream(await send('GET', `/${id}/stream?follow=1`))),
    );
    for (const reader of readers) await reader.until('complete');
    expect(vi.getTimerCount()).toBeGreaterThan(before);
    for (const reader of readers) await reader.cancel();
    expect(vi.getTimerCount()).toBe(before);
  });

  test('contains only its own conversation, however many run at once', async () => {
    const { say, post } = openChat(({ text, isToolResult }) =>
      isToolResult ? `So: ${text}` : { tool: 'booking', input: { from: text } },
    );
    const all = Array.from({ length: 12 }, (_, n) => `town ${n}`);
    await Promise.all(
      all.map(async (from) => {
        const first = await say(from);
        expect(firstOf(first, 'plugin_elicit_request').context).toEqual({
          flights: [`search ${from}`, 'B2'],
        });
        const second = await post({ conversationId: idOf(first), ...toAnswer(first, { action: 'decline' }) });
        expect(second.at(-1)?.event.type).toBe('complete');
        const lines = [...first, ...second.slice(1)];
        const numbers = lines.map(({ lsn }) => lsn);
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
        const others = all.filter((other) => other !== from).map((other) => JSON.stringify(other));
        expect(others.filter((other) => JSON.stringify(lines).includes(other))).toEqual([]);
      }),
    );
  });

  test('that follows stays open across runs', async () => {
    const { say, send } = openChat(['One.', 'Two.']);
    const id = idOf(await say('first'));
    const reader = followStream(await send('GET', `/${id}/stream?follow=1`));
    await reader.until('complete');
    await say('second', id);
    expect((await reader.until('user_message')).text).toBe('second');
    await reader.until('complete');
    await reader.cancel();
  });

  test('of another process is received in this one, and a question is answered from either', async () => {
    const one = openChat([BOOK, 'Pity.']);
    const first = await one.say('Book');
    const id = idOf(first);
    const two = openChat(['Pity.'], { store: one.store });
    const reader = followStream(await two.send('GET', `/${id}/stream?follow=1`));
    const { elicitId } = await reader.until('plugin_elicit_request');
    await one.send('POST', `/${id}/asks/${elicitId}`, { action: 'decline' });
    await reader.until('complete');
    await reader.cancel();
    expect(shownOf(await two.stream(id)).messages.at(-1)?.text).toBe('Pity.');
  });
});

test('several simultaneous reads of what another process wrote miss nothing afterwards', async () => {
  const one = openChat(() => 'Hello.');
  const id = idOf(await one.say('first'));
  const two = openChat(() => 'Hello.', { store: one.store });
  await Promise.all(Array.from({ length: 5 }, () => two.json(`/${id}`)));
  await one.say('second', id);
  const said = (await two.json(`/${id}`)).messages.map(({ text }: { text: string }) => text);
  expect(said).toEqual(['first', 'Hello.', 'second', 'Hello.']);
});

describe('a process that died', () => {
  test('in the middle of a message: it is withdrawn and requested again, and numbering continues', async () => {
    const model = createGatedModel();
    const one = openChat([], { model: model.model });
    const response = await one.send('POST', '', { messages: [{ role: 'user', content: 'Hi' }] });
    const id = response.headers.get('x-conversation-id') ?? '';
    const reader = followStream(response);
    await model.say('Half a');
    const { messageId } = await reader.until('text');
    const { lsn } = reader;
    await one.close();
    const two = openChat(['Whole.'], { store: one.store });
    const rest = await two.stream(id, lsn);
    expect(firstOf(rest, 'message_dropped').messageId).toBe(messageId);
    expect(rest.slice(1).every((line) => line.lsn > lsn)).toBe(true);
    expect(textOf(rest)).toBe('Whole.');
    expect(shownOf(await two.stream(id)).messages.map(({ text }) => text)).toEqual(['Hi', 'Whole.']);
  });

  test('while a question waits: the question stays open, and is answered in another', async () => {
    const one = openChat([BOOK, 'ok']);
    const first = await one.say('Book');
    const conversationId = idOf(first);
    await one.close();
    const two = openChat(['ok'], { store: one.store });
    expect(await two.json(`/${conversationId}`)).toMatchObject({ status: 'awaiting_elicit' });
    const second = await two.post({ conversationId, ...toAnswer(first, FLIGHT) });
    expect(firstOf(second, 'plugin_elicit_request').key).toBe('pickSeat');
  });

  test('long ago: an expired conversation is reopened when it is used', async () => {
    const { say, store } = openChat(['One.', 'Two.']);
    const id = idOf(await say('first'));
    await store.expire({ idleSince: new Date(Date.now() + 60_000), kinds: ['chat'] });
    expect(textOf(await say('second', id))).toBe('Two.');
    expect((await store.get({ sessionId: id, userId: 'ann' }))?.status).toBe('open');
  });
});

test('after reading the end of a run, a client may continue at once, before the cleanup', async () => {
  const memory = createMemoryStore();
  let putAway = () => {};
  const store: SessionStore = {
    ...memory,
    async lease(...given) {
      const lease = await memory.lease(...given);
      const release = async () => {
        await new Promise<void>((resolve) => {
          putAway = resolve;
        });
        await lease.release();
      };
      return { lost: lease.lost, release };
    },
  };
  const { send } = openChat(() => 'Hello.', { store });
  const turn = { messages: [{ role: 'user', content: 'Hi' }] };
  const response = await send('POST', '', turn);
  const conversationId = response.headers.get('x-conversation-id') ?? '';
  const reader = followStream(await send('GET', `/${conversationId}/stream?follow=1`));
  await reader.until('complete');
  const next = send('POST', '', { conversationId, ...turn });
  // It has proceeded as far as it can by now.
  for (let turns = 0; turns < 10; turns++) await new Promise((resolve) => setImmediate(resolve));
  putAway();
  expect((await next).status).toBe(200);
  await reader.until('complete');
  putAway();
  await reader.cancel();
});

test('a follower is disconnected when the conversation is closed, and when the server is', async () => {
  const one = openChat(() => 'Hello.');
  const ids = [idOf(await one.say('a')), idOf(await one.say('b'))];
  const [first, second] = await Promise.all(ids.map((id) => one.send('GET', `/${id}/stream?follow=1`)));
  await one.send('DELETE', `/${ids[0]}`);
  expect(await first?.text()).toContain('complete');
  await one.close();
  expect(await second?.text()).toContain('complete');
});
