import { expect, test } from 'vitest';
import { noteRequests } from './lost-requests.ts';
import { STATE_META_KEY, toAskedText, toPastStream } from './past-stream.ts';

const call = (id: number) =>
  ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'book' } }) as const;
const result = (id: number) => ({ jsonrpc: '2.0', id, result: { content: [] } }) as const;
const notice = { jsonrpc: '2.0', method: 'notifications/progress', params: {} } as const;
const question = { jsonrpc: '2.0', id: 71, method: 'elicitation/create', params: {} } as const;
const seenOf = (...ids: number[]) => ({ stream: 's', number: 2, note: noteRequests(ids.map(call)) });
const logged = (...contents: (object | string)[]) =>
  contents.map((content, index) => ({
    stream: 's',
    number: index + 2,
    text: typeof content === 'string' ? content : JSON.stringify(content),
  }));
const asked = (id: number, state: string) =>
  toAskedText({ id, params: { name: 'book', _meta: { progressToken: 'p' } }, state });

test('what the client has not seen is sent with its id, and a call that is answered is over', () => {
  const seen = seenOf(7);
  const { missed, goesOn } = toPastStream(seen, logged(notice, notice, asked(7, 'x'), result(7)));
  expect(missed).toEqual([
    { id: `s-3.${seen.note}`, message: notice },
    { id: `s-5.${seen.note}`, message: result(7) },
  ]);
  expect(goesOn).toEqual([]);
});

test('a call that has asked goes on from its last state, and its questions are withdrawn', () => {
  const { missed, goesOn } = toPastStream(seenOf(7), logged(question, asked(7, 'first'), asked(7, 'second')));
  expect(missed).toEqual([
    {
      message: expect.objectContaining({
        method: 'notifications/cancelled',
        params: expect.objectContaining({ requestId: 71 }),
      }),
    },
  ]);
  const _meta = { progressToken: 'p', [STATE_META_KEY]: 'second' };
  expect(goesOn).toEqual([{ ...call(7), params: { name: 'book', _meta } }]);
});

test('what else was open is lost', () => {
  const { missed, goesOn } = toPastStream(seenOf(7, 8, 9), logged(result(8), asked(9, 'x')));
  expect(missed).toEqual([
    { message: expect.objectContaining({ id: 7, result: expect.objectContaining({ isError: true }) }) },
  ]);
  expect(goesOn).toMatchObject([{ id: 9 }]);
});
