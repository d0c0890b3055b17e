import { expect, test } from 'vitest';
import type { ReplicaBlock, ReplicaBlocks } from './engine-shape.ts';
import { TypedValues } from './typed-values.ts';

const block = { blockId: 'name', id: 'page:name' } as ReplicaBlock;
const blocks = { map: { name: block } } as unknown as ReplicaBlocks;
const values = (typed: TypedValues) => [...typed.current(blocks)].map(({ value }) => value);

test('a typed value stays until a revision has it', () => {
  const typed = new TypedValues();
  typed.enter(block, 'Ada', { before: '', number: 3 });
  typed.settle(20);
  typed.confirm(2, 20);
  expect(values(typed)).toEqual(['Ada']);
  typed.confirm(3, 21);
  typed.settle(20);
  expect(values(typed)).toEqual(['Ada']);
  typed.settle(21);
  expect(values(typed)).toEqual([]);
});

test('what is typed on stays when what was typed first is confirmed', () => {
  const typed = new TypedValues();
  typed.enter(block, 'A', { before: '', number: 3 });
  typed.enter(block, 'Ad', { before: 'A', number: 4 });
  typed.confirm(3, 21);
  typed.settle(21);
  expect(values(typed)).toEqual(['Ad']);
});

test('a value that neither the person nor the field had is somebody else’s, once', () => {
  const typed = new TypedValues();
  typed.enter(block, 'A', { before: '', number: 3 });
  typed.enter(block, 'Ad', { before: 'A', number: 4 });
  expect(['', 'A', 'Ad', 'Bob', 'Bob'].map((value) => typed.isForeign(block, value))).toEqual([
    false,
    false,
    false,
    true,
    false,
  ]);
});

test('it moves with its block, and goes with it', () => {
  const typed = new TypedValues();
  typed.enter(block, 'Ada', { before: '', number: 1 });
  expect([...typed.current({ map: {} } as ReplicaBlocks)]).toEqual([]);
});
