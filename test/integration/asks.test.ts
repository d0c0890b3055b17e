import { afterEach, describe, expect, test } from 'vitest';
import { Calls } from '../../src/ask/calls/calls.ts';
import { ANN, BEN, bookings, createCleanup, type Served, serve, tempDir, twoUsers } from './harness.ts';
import { callModern, postModern, type RpcAnswer, type ToolCall } from './modern-http.ts';
import { createPageClient } from './page-client.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

const CALL = { name: 'book', arguments: { traveller: 'Ann' } };
const FLIGHT = { flight: { action: 'accept', content: { flight: 'AB1' } } };
const SEAT = { seat: { action: 'accept', content: { seat: '12A' } } };

const startServer = () => serve(cleanup, tempDir(cleanup), twoUsers);
const asAnn = (served: Served, call: ToolCall) => callModern(served, call, { key: ANN });

function stateOf({ result }: RpcAnswer): string {
  expect(result?.resultType).toBe('input_required');
  return result?.requestState ?? '';
}

/** What a user is asked, as another process on the same store sees it. */
const openAsks = (served: Served, userId: string) => callsOf(served).listOpen(personOf(userId));

const answerAsAnn = (served: Served, askId: string, content: Record<string, unknown>) =>
  callsOf(served).respond(personOf('ann'), askId, { action: 'accept', content });

const personOf = (userId: string) => ({ userId, kind: 'person', name: userId }) as const;

function callsOf({ services }: Served): Calls {
  const given = services();
  if (!given) throw new Error('no call has started the areas yet');
  const calls = new Calls({ sessions: given.sessions, log: given.log, tool: async () => undefined });
  cleanup.add(() => calls.close());
  return calls;
}

const openQuestions = async (served: Served) => (await openAsks(served, 'ann')).map(({ message }) => message);

const textOf = ({ result }: RpcAnswer) => result?.content?.[0]?.text;

/** The call of a client that has answered the question about the flight and is asked for the seat. */
async function askedForSeat(served: Served): Promise<ToolCall> {
  const first = await asAnn(served, CALL);
  expect(first.result?.inputRequests?.flight?.params.message).toBe('Which flight?');
  const second = await asAnn(served, { ...CALL, requestState: stateOf(first), inputResponses: FLIGHT });
  expect(second.result?.inputRequests?.seat?.params.message).toBe('Which seat on AB1?');
  return { ...CALL, requestState: stateOf(second), inputResponses: SEAT };
}

function expectRefused(answer: RpcAnswer): void {
  expect(answer.result).toBeUndefined();
  expect(answer.error).toMatchObject({
    code: -32602,
    message: expect.stringMatching(/^Invalid or expired requestState/),
  });
}

/** The same text with one character changed, so that its bytes change too. */
function flip(text: string, at: number): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  // The highest of a digit's six bits: the lowest bits of the last digit may be padding.
  const other = digits[digits.indexOf(text[at] ?? '') ^ 32] ?? 'A';
  return text.slice(0, at) + other + text.slice(at + 1);
}

describe('the state of a call, in transit through the client', () => {
  test('cannot be changed anywhere', async () => {
    const served = await startServer();
    const answer = await askedForSeat(served);
    const state = String(answer.requestState);
    const places = new Set([0, state.length - 1]);
    for (let at = 3; at < state.length; at += 9) places.add(at);
    for (const at of places) expectRefused(await asAnn(served, { ...answer, requestState: flip(state, at) }));
    expectRefused(await asAnn(served, { ...answer, requestState: state.slice(0, -1) }));
    expectRefused(await asAnn(served, { ...answer, requestState: `${state}.${state}` }));
    expect(bookings(served.dir)).toEqual([]);
    expect(textOf(await asAnn(served, answer))).toBe('Booked AB1 12A for Ann');
  });

  test.each([
    ['empty', ''],
    ['made up', 'eyJhbGciOiJub25lIn0..AAAA.AAAA.AAAA'],
    ['longer than any of ours', 'A'.repeat(70_000)],
    ['not even text', { asked: {} }],
  ])('is refused when it is %s', async (_what, requestState) => {
    const served = await startServer();
    expectRefused(await asAnn(served, { ...CALL, requestState, inputResponses: FLIGHT }));
  });

  test('is invalid for anybody else', async () => {
    const served = await startServer();
    const answer = await askedForSeat(served);
    expectRefused(await callModern(served, answer, { key: BEN }));
    expect(bookings(served.dir)).toEqual([]);
  });

  test('is invalid for other arguments and other tools', async () => {
    const served = await startServer();
    const answer = await askedForSeat(served);
    expectRefused(await asAnn(served, { ...answer, arguments: { traveller: 'Mallory' } }));
    expectRefused(await asAnn(served, { ...answer, name: 'rebook' }));
    expect(bookings(served.dir)).toEqual([]);
  });

  test('is required: answers without it are ignored', async () => {
    const served = await startServer();
    const uninvited = await asAnn(served, { ...CALL, inputResponses: { ...FLIGHT, ...SEAT } });
    expect(uninvited.result?.inputRequests).toHaveProperty('flight');
    expect(bookings(served.dir)).toEqual([]);
  });
});

describe('a repeated answer', () => {
  test('gets the result of the call, and the work is not repeated', async () => {
    const served = await startServer();
    const answer = await askedForSeat(served);
    const done = await asAnn(served, answer);
    expect(textOf(done)).toBe('Booked AB1 12A for Ann');
    const again = await asAnn(served, answer);
    expect(again.result).toEqual(done.result);
    const other = { seat: { action: 'accept', content: { seat: '1F' } } };
    expect((await asAnn(served, { ...answer, inputResponses: other })).result).toEqual(done.result);
    expect(bookings(served.dir)).toEqual(['AB1 12A for Ann']);
  });

  test('at the same moment, does the work once', async () => {
    const served = await startServer();
    const answer = await askedForSeat(served);
    const all = await Promise.all(Array.from({ length: 8 }, () => asAnn(served, answer)));
    expect(new Set(all.map(textOf))).toEqual(new Set(['Booked AB1 12A for Ann']));
    expect(bookings(served.dir)).toEqual(['AB1 12A for Ann']);
  });

  test('before the call is done, gets the same next question and opens no other', async () => {
    const served = await startServer();
    const answer = { ...CALL, requestState: stateOf(await asAnn(served, CALL)), inputResponses: FLIGHT };
    const [one, two] = [await asAnn(served, answer), await asAnn(served, answer)];
    expect(await openQuestions(served)).toEqual(['Which seat on AB1?']);
    for (const asked of [one, two])
      expect(
        textOf(await asAnn(served, { ...CALL, requestState: stateOf(asked), inputResponses: SEAT })),
      ).toBe('Booked AB1 12A for Ann');
    expect(bookings(served.dir)).toEqual(['AB1 12A for Ann']);
  });
});

test('a person answers on the page, and the call resumes with that answer', async () => {
  const served = await serve(cleanup, tempDir(cleanup));
  const { ports } = await served.tandem.listen();
  const { send } = createPageClient(served.tandem, ports.ui);
  const call = (more: Partial<ToolCall> = {}) =>
    callModern(served, { ...CALL, ...more }, { key: served.key });
  const asked = await call();
  const [flight] = await openAsks(served, 'local');
  expect((await send('POST', `/api/asks/${flight?.askId}`, { action: 'accept', content: {} })).status).toBe(
    422,
  );
  const answered = await send('POST', `/api/asks/${flight?.askId}`, FLIGHT.flight);
  expect(await answered.json()).toMatchObject({ toolName: 'book', key: 'flight', status: 'answered' });
  // The client still shows its own form; the person's answer on the page counts.
  const other = { flight: { action: 'accept', content: { flight: 'CD2' } } };
  const next = await call({ requestState: stateOf(asked), inputResponses: other });
  expect(next.result?.inputRequests?.seat?.params.message).toBe('Which seat on AB1?');
  const [seat] = await openAsks(served, 'local');
  expect((await send('POST', `/api/asks/${seat?.askId}`, SEAT.seat)).status).toBe(200);
  const done = await call({ requestState: stateOf(next), inputResponses: {} });
  expect(textOf(done)).toBe('Booked AB1 12A for Ann');
  expect(bookings(served.dir)).toEqual(['AB1 12A for Ann']);
});

test('a call continues after a restart of the server between question and answer', async () => {
  const served = await startServer();
  const answer = await askedForSeat(served);
  await served.tandem.close();
  const next = await serve(cleanup, served.dir, twoUsers);
  expect(textOf(await asAnn(next, answer))).toBe('Booked AB1 12A for Ann');
  await next.tandem.close();
  const last = await serve(cleanup, served.dir, twoUsers);
  expect(textOf(await asAnn(last, answer))).toBe('Booked AB1 12A for Ann');
  expect(bookings(served.dir)).toEqual(['AB1 12A for Ann']);
});

describe('a client that shows no forms', () => {
  const waitingOf = (answer: RpcAnswer) =>
    JSON.parse(textOf(answer) ?? '') as { status: string; askId: string; url: string; message: string };
  const formless = (served: Served, call: ToolCall) =>
    callModern(served, call, { key: ANN, capabilities: {} });
  const fetchResult = async (served: Served, askId: string) =>
    JSON.parse(textOf(await formless(served, { name: 'ask_result', arguments: { askId } })) ?? '');

  test('gets a link from ctx.ask, and the result from ask_result once the person has answered', async () => {
    const served = await startServer();
    const listed = await postModern(served, 'tools/list', {}, { key: ANN });
    expect(await listed.text()).toContain('"ask_result"');
    const first = await formless(served, CALL);
    const flight = waitingOf(first);
    expect(flight).toEqual({
      status: 'waiting',
      askId: expect.stringMatching(/-1$/),
      url: expect.stringMatching(new RegExp(`/asks/${flight.askId}$`)),
      message: 'Which flight?',
    });
    expect(first.result?.content?.[1]?.text).toContain(`call ask_result with askId "${flight.askId}"`);
    expect(await fetchResult(served, flight.askId)).toMatchObject({ status: 'waiting', askId: flight.askId });
    // The same call is the one that waits.
    expect(waitingOf(await formless(served, CALL))).toEqual(flight);
    expect(await openQuestions(served)).toEqual(['Which flight?']);

    await answerAsAnn(served, flight.askId, { flight: 'AB1' });
    const seat = await fetchResult(served, flight.askId);
    expect(seat).toMatchObject({ status: 'waiting', message: 'Which seat on AB1?' });
    await answerAsAnn(served, seat.askId, { seat: '12A' });
    const done = { status: 'done', result: 'Booked AB1 12A for Ann' };
    expect(await fetchResult(served, flight.askId)).toEqual(done);
    expect(await fetchResult(served, seat.askId)).toEqual(done);
    expect(bookings(served.dir)).toEqual(['AB1 12A for Ann']);
  });
});
