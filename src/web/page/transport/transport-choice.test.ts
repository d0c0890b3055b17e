import { expect, test } from 'vitest';
import { TransportChoice } from './transport-choice.ts';

function refuse(choice: TransportChoice, times: number): string[] {
  return Array.from({ length: times }, () => {
    const kind = choice.next();
    choice.refused(kind);
    return choice.triesOther ? `${kind}, then the other at once` : kind;
  });
}

test('a page that says events never tries a WebSocket', () => {
  expect(refuse(new TransportChoice('events'), 3)).toEqual(['events', 'events', 'events']);
});

test('WebSockets that are refused are tried in turn with events', () => {
  expect(refuse(new TransportChoice(), 6)).toEqual([
    'webSocket',
    'webSocket, then the other at once',
    'events',
    'webSocket, then the other at once',
    'events',
    'webSocket, then the other at once',
  ]);
});

test('what has worked once is kept', () => {
  const choice = new TransportChoice();
  choice.opened(choice.next());
  expect(refuse(choice, 5)).toEqual(Array(5).fill('webSocket'));

  const behindProxy = new TransportChoice();
  refuse(behindProxy, 2);
  behindProxy.opened(behindProxy.next());
  expect(refuse(behindProxy, 3)).toEqual(Array(3).fill('events'));
});
