import { expect, test } from 'vitest';
import { TransportChoice, type TransportKind } from './transport-choice.ts';

/** What is tried where everything is refused, up to the next pause; so many times. */
function refuse(choice: TransportChoice, times: number): TransportKind[][] {
  let last: TransportKind | undefined;
  return Array.from({ length: times }, () => {
    const tried: TransportKind[] = [];
    do {
      last = choice.next(last);
      tried.push(last);
    } while (choice.refused(last));
    return tried;
  });
}

test('a page that says events never tries a WebSocket', () => {
  expect(refuse(new TransportChoice('events'), 2)).toEqual([['events'], ['events']]);
});

test('WebSockets that are refused are tried in turn with events', () => {
  expect(refuse(new TransportChoice(), 3)).toEqual([
    ['webSocket', 'webSocket', 'events'],
    ['webSocket', 'events'],
    ['webSocket', 'events'],
  ]);
});

test.each(['webSocket', 'events'] as const)('a page on which %s has worked keeps to it', (kind) => {
  const choice = new TransportChoice();
  refuse(choice, 2);
  choice.opened(kind);
  expect(refuse(choice, 3)).toEqual([[kind], [kind], [kind]]);
});
