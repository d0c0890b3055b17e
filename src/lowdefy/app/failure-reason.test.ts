import { expect, test } from 'vitest';
import { failedStepOf, reasonOf } from './failure-reason.ts';

/** Recorded from Lowdefy 5.3: a request's error, wrapped by the API, and what an action made of it. */
const request = {
  name: 'RequestError',
  message: 'no such table: items at db/get_items.',
  _message: 'no such table: items',
  location: 'db/get_items',
};
const wrapped = (error: object) => Object.assign(new Error(), error);

test.each<[string, unknown]>([
  ['a request', wrapped(request)],
  ['an endpoint, as it travels', { '~e': request }],
  ['an event', { error: wrapped(request), action: { id: 'get' }, index: 0 }],
  ['an event of 4.0', { error: { type: 'Request', error: new Error('no such table: items'), index: 0 } }],
  ['a text', 'no such table: items'],
  ['an error that says nothing itself', new Error('', { cause: wrapped(request) })],
  ['several at once', new AggregateError([new Error('no such table: items')])],
])('the reason is found in %s', (_, error) => {
  expect(reasonOf(error)).toBe('no such table: items');
});

test('a location that is part of the message stays', () => {
  expect(reasonOf(new Error('Meet me at db/get_items.'))).toBe('Meet me at db/get_items.');
});

test.each([undefined, null, {}, 7, new Error('')])('%s gives no reason', (error) => {
  expect(reasonOf(error)).toBeUndefined();
});

test('names the step of an endpoint that failed', () => {
  expect(failedStepOf({ '~e': request })).toEqual({ step: 'get_items', connection: 'db' });
  expect(failedStepOf({ '~e': { name: 'Error', message: 'too many: x' } })).toBeUndefined();
  expect(failedStepOf({ '~e': { ...request, name: 'OperatorError' } })).toBeUndefined();
  expect(failedStepOf(undefined)).toBeUndefined();
});
