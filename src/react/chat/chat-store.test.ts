import { describe, expect, test, vi } from 'vitest';
import type { ChatEvent, ChatLine } from '../../protocol/chat-stream.ts';
import { AnswerRefused } from '../ask/ask.ts';
import { UnreachableError } from '../ask/unreachable-error.ts';
import { createChatClient } from './chat-client.ts';
import { type ChatState, createChatStore } from './chat-store.ts';

const model = { name: 'm', scripted: true };

/** A server of one conversation: what it tells, whom it has told, and what it was asked. */
function createServer() {
  const lines: ChatLine[] = [];
  const readers = new Set<ReadableStreamDefaultController<Uint8Array>>();
  const requests: { method: string; url: string; body?: unknown; token?: string | null }[] = [];
  const replies: Response[] = [];
  const encode = (line: ChatLine) => new TextEncoder().encode(`${JSON.stringify(line)}\n`);
  const info = (lsn: number): ChatLine => ({
    lsn,
    event: { type: 'session_info', conversationId: 'c1', status: 'idle', model },
  });
  const server = {
    requests,
    replies,
    readers,
    tell(...events: ChatEvent[]) {
      for (const event of events) {
        const line = { lsn: lines.length + 1, event };
        lines.push(line);
        for (const reader of readers) reader.enqueue(encode(line));
      }
    },
    hangUp() {
      for (const reader of readers) reader.close();
      readers.clear();
    },
    fetch: (async (input: string, init: RequestInit = {}) => {
      const url = new URL(input, 'http://localhost');
      const { method = 'GET' } = init;
      requests.push({
        method,
        url: input,
        ...(init.body ? { body: JSON.parse(String(init.body)) } : {}),
        token: new Headers(init.headers).get('x-token'),
      });
      const ready = replies.shift();
      if (ready) return ready;
      if (url.pathname.endsWith('/stream')) {
        const after = Number(url.searchParams.get('after'));
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(encode(info(after)));
            for (const line of lines) if (line.lsn > after) controller.enqueue(encode(line));
            readers.add(controller);
            init.signal?.addEventListener('abort', () => {
              if (readers.delete(controller)) controller.error(new Error('aborted'));
            });
          },
        });
        return new Response(body);
      }
      if (method === 'POST' && url.pathname === '/api/chat') return new Response(encode(info(0)));
      if (method === 'GET')
        return Response.json({
          conversationId: 'c1',
          title: 'T',
          model,
          status: 'idle',
          messages: [],
          lsn: lines.length,
        });
      return Response.json({ conversationId: 'c1', lsn: 0 });
    }) as unknown as typeof fetch,
  };
  return server;
}

function open(conversationId?: string) {
  const server = createServer();
  const client = createChatClient({ fetch: server.fetch, headers: async () => ({ 'x-token': 't' }) });
  const store = createChatStore(client, conversationId);
  const until = (isSo: (state: ChatState) => boolean) =>
    vi.waitFor(() => expect(isSo(store.getState())).toBe(true), 60_000);
  return { server, store, until, leave: store.connect() };
}

describe('a conversation', () => {
  test('begins with the first turn, shown before the server tells it', async () => {
    const { server, store, until, leave } = open();
    const sending = store.send('hello');
    expect(store.getState().unsent?.text).toBe('hello');
    await sending;
    const { messages } = (server.requests[0] as { body: { messages: { id: string }[] } }).body;
    const id = messages[0]?.id ?? '';
    server.tell({ type: 'user_message', messageId: id, text: 'hello' });
    server.tell({ type: 'text', messageId: 'a', text: 'Hi' }, { type: 'text', messageId: 'a', text: ' you' });
    await until(({ transcript }) => transcript.messages[1]?.text === 'Hi you');
    expect(store.getState()).toMatchObject({ conversationId: 'c1', unsent: undefined, connection: 'open' });
    expect(server.requests[0]?.token).toBe('t');
    leave();
  });

  test('is read on after a lost connection, each event once', async () => {
    const { server, store, until, leave } = open('c1');
    await until(({ connection }) => connection === 'open');
    server.tell({ type: 'text', messageId: 'a', text: 'one ' });
    await until(({ transcript }) => transcript.messages.length === 1);
    server.hangUp();
    server.tell({ type: 'text', messageId: 'a', text: 'two' });
    await until(({ transcript }) => transcript.messages[0]?.text === 'one two');
    expect(server.requests.at(-1)?.url).toBe('/api/chat/c1/stream?after=1&follow=1');
    leave();
    expect(server.readers.size).toBe(0);
    expect(store.getState().transcript.messages).toHaveLength(1);
  });

  test.each([404, 410])('that is not there (%i) says so, and is not asked for again', async (status) => {
    const { server, until, leave } = open();
    leave();
    const missing = createChatStore(createChatClient({ fetch: server.fetch }), 'gone');
    server.replies.push(Response.json({ error: 'No such conversation.' }, { status }));
    const stop = missing.connect();
    await vi.waitFor(() => expect(missing.getState().connection).toBe('missing'), 60_000);
    expect(server.requests).toHaveLength(1);
    stop();
    await until(({ connection }) => connection === 'new');
  });

  test('sends a turn that nobody was there to take once it has reconnected, as the same', async () => {
    const { server, store, until, leave } = open('c1');
    await until(({ connection }) => connection === 'open');
    server.replies.push(Promise.reject(new TypeError('Failed to fetch')) as never);
    await store.send('hello');
    const { unsent } = store.getState();
    expect(unsent?.fault).toBe('The server is not reachable. Try again in a moment.');
    server.hangUp();
    await until((state) => state.unsent?.fault === undefined);
    const posts = server.requests.filter(({ method }) => method === 'POST');
    expect(posts.at(-1)?.body).toMatchObject({ messages: [{ id: unsent?.id, content: 'hello' }] });
    leave();
  });

  test('keeps a turn that was refused, and sends it again as the same', async () => {
    const { server, store, leave } = open('c1');
    await vi.waitFor(() => expect(store.getState().connection).toBe('open'), 60_000);
    server.replies.push(Response.json({ error: 'A question is open.', code: 'conflict' }, { status: 409 }));
    await store.send('hello');
    const { unsent } = store.getState();
    expect(unsent).toMatchObject({ text: 'hello', fault: 'A question is open.' });
    await store.retry();
    expect(server.requests.at(-1)?.body).toMatchObject({ messages: [{ id: unsent?.id, content: 'hello' }] });
    expect(store.getState().unsent?.fault).toBeUndefined();
    leave();
  });
});

describe('an answer', () => {
  test('that nobody was there to take says when somebody is', async () => {
    const { server, store, until, leave } = open('c1');
    await until(({ connection }) => connection === 'open');
    server.replies.push(Promise.reject(new TypeError('Failed to fetch')) as never);
    const error = await store.answer('ask_1', { action: 'decline' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnreachableError);
    server.hangUp();
    await (error as UnreachableError).back;
    leave();
  });

  test('that does not fit is refused by field', async () => {
    const { server, store, until, leave } = open('c1');
    await until(({ connection }) => connection === 'open');
    leave();
    server.replies.push(Response.json({ error: 'no', fields: { row: 'too big' } }, { status: 422 }));
    const refused = await store
      .answer('call:elicit:1', { action: 'decline' })
      .catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AnswerRefused);
    expect((refused as AnswerRefused).fields).toEqual({ row: 'too big' });
    expect(server.requests.at(-1)?.url).toBe('/api/chat/c1/asks/call%3Aelicit%3A1');
  });

  test('that somebody else gave before is no error', async () => {
    const { server, store, until, leave } = open('c1');
    await until(({ connection }) => connection === 'open');
    leave();
    server.replies.push(Response.json({ error: 'already answered' }, { status: 409 }));
    await store.answer('e', { action: 'cancel' });
    server.replies.push(Response.json({ error: 'broken' }, { status: 500 }));
    await expect(store.answer('e', { action: 'cancel' })).rejects.toThrow('broken');
  });
});
