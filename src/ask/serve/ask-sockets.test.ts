import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { createBookingTool, FLIGHT } from '../../../test/fixtures/booking-tool.ts';
import type { RouteContext } from '../../area/route.ts';
import { createLogger } from '../../lib/logger.ts';
import type { AskListState, AskMessage, AskPageState } from '../../protocol/ask-page-state.ts';
import { defaultLimits } from '../../session/limits.ts';
import { Sessions } from '../../session/sessions.ts';
import { createMemoryStore } from '../../stores/memory-store.ts';
import { toAskId } from '../calls/call-record.ts';
import { callSessions } from '../calls/call-sessions.ts';
import { Calls } from '../calls/calls.ts';
import { createAskSockets } from './ask-sockets.ts';

const ANN = { userId: 'ann', kind: 'person', name: 'Ann' } as const;
const BEN = { userId: 'ben', kind: 'person', name: 'Ben' } as const;
const log = createLogger('silent');
const tool = createBookingTool();

afterEach(() => void vi.useRealTimers());

function open(store = createMemoryStore()) {
  const sessions = new Sessions({ store, limits: defaultLimits, kinds: [callSessions], log });
  const calls = new Calls({ sessions, log, tool: async () => tool });
  onTestFinished(() => calls.close());
  const sockets = createAskSockets(() => calls, log);
  /** A page at this path, and the messages it receives. */
  function follow<T>(actor: typeof ANN | typeof BEN, id?: string) {
    const told: T[] = [];
    let heard = () => {};
    let close = () => {};
    const path = id === undefined ? '/ws/asks' : '/ws/asks/:id';
    const ctx = { principal: actor, params: { id: id ?? '' } } as unknown as RouteContext;
    sockets
      .find((socket) => socket.path === path)
      ?.connect(
        {
          send(text) {
            told.push(JSON.parse(text) as T);
            heard();
          },
          close: () => {},
          onMessage: () => {},
          onClose: (listener) => {
            close = listener;
          },
        },
        ctx,
      );
    onTestFinished(() => close());
    return async (): Promise<T> => {
      if (told.length === 0)
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      return told.shift() as T;
    };
  }
  /** A tool of another area asks with `ctx.ask`. */
  async function askInRound(actor: typeof ANN | typeof BEN, toolName: string, message: string) {
    const principal = { ...actor, roles: [], user: null, local: true };
    const client = { name: 't', version: '1', forms: true, urls: false, sampling: false, roots: false };
    const round = calls.beginRound({
      principal,
      client,
      tool: toolName,
      arguments: {},
      answers: {},
      sessionId: undefined,
    });
    await round.ask('sure', { message, schema: z.object({ yes: z.boolean() }) });
    return toAskId(String(round.sessionId), 1);
  }
  return { calls, askInRound, follow };
}

test('the list is sent on every question asked or answered here, and to its owner only', async () => {
  // The clock stands still: nothing is found by polling.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { calls, askInRound, follow } = open();
  const next = follow<AskListState>(ANN);
  const bens = follow<AskListState>(BEN);
  expect([await next(), await bens()]).toEqual([{ asks: [] }, { asks: [] }]);
  const { sessionId } = await calls.create(ANN, { tool, params: { from: 'NYC' } });
  expect(await next()).toMatchObject({ asks: [{ toolName: 'booking', message: 'Which flight?' }] });
  const other = await askInRound(ANN, 'other', 'Sure?');
  expect((await next()).asks.map(({ toolName }) => toolName).sort()).toEqual(['booking', 'other']);
  await calls.respond(ANN, other, { action: 'decline' });
  expect((await next()).asks).toHaveLength(1);
  await calls.abort(ANN, sessionId);
  expect(await next()).toEqual({ asks: [] });
  await askInRound(BEN, 'b', 'Ben?');
  // The first message that Ben receives after his empty list is his own.
  expect((await bens()).asks.map(({ message }) => message)).toEqual(['Ben?']);
});

test("a question is followed from open to the end of its call; another user's is not found", async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const { calls, follow } = open();
  const { sessionId } = await calls.create(ANN, { tool, params: { from: 'NYC' } });
  const [question] = (await calls.settled(ANN, sessionId)).open;
  const askId = question?.askId ?? '';
  expect(await follow<AskMessage>(BEN, askId)()).toEqual({ fault: expect.stringContaining('not found') });
  const next = follow<{ ask: AskPageState }>(ANN, askId);
  expect((await next()).ask.status).toBe('open');
  await calls.respond(ANN, askId, FLIGHT);
  let { ask } = await next();
  expect(ask).toMatchObject({ status: 'answered', answer: FLIGHT });
  while (!ask.nextAskId) ({ ask } = await next());
  await calls.respond(ANN, ask.nextAskId, { action: 'decline' });
  while (ask.callStatus !== 'completed') ({ ask } = await next());
  expect(ask.nextAskId).toBeUndefined();
});

test('changes of another process are seen soon', async () => {
  const store = createMemoryStore();
  const here = open(store);
  const elsewhere = open(store);
  const next = here.follow<AskListState>(ANN);
  expect(await next()).toEqual({ asks: [] });
  await elsewhere.calls.create(ANN, { tool, params: { from: 'NYC' } });
  expect((await next()).asks).toHaveLength(1);
});
