import { expect, test } from 'vitest';
import type { ReplicaBlock, ReplicaBlocks, ReplicaContext } from './engine-shape.ts';
import { eachReplicaBlock, insideOf, rootOf } from './engine-words.ts';

const GENERATIONS = [
  ['4.0', 'RootBlocks', 'subBlocks'],
  ['4.5', 'RootAreas', 'subAreas'],
  ['5', 'RootSlots', 'subSlots'],
] as const;

/** A set as the engines make them: the sets inside a block are stored under its id. */
function toSet(inside: string, ids: string[], sets: Record<string, ReplicaBlocks[]> = {}): ReplicaBlocks {
  const blocks = ids.map((id) => ({ id: `block:${id}`, blockId: id }) as ReplicaBlock);
  const set = {
    map: {},
    loopBlocks: (visit: (block: ReplicaBlock) => void) => blocks.forEach(visit),
    [inside]: Object.fromEntries(Object.entries(sets).map(([id, all]) => [`block:${id}`, all])),
  };
  return set as unknown as ReplicaBlocks;
}

test.each(GENERATIONS)('the blocks of a page of Lowdefy %s are found, parents first', (_, root, inside) => {
  const items = [toSet(inside, ['list.0.text']), toSet(inside, ['list.1.text'])];
  const page = toSet(inside, ['list', 'button'], { list: items });
  const context = { _internal: { [root]: page } } as unknown as ReplicaContext;
  expect(rootOf(context)).toBe(page);
  const found = [...eachReplicaBlock(page)];
  expect(found.map(({ block }) => block.blockId)).toEqual(['list', 'list.0.text', 'list.1.text', 'button']);
  expect(found.map(({ block, around }) => insideOf(around, block).length)).toEqual([2, 0, 0, 0]);
});

test('an engine of another generation is refused', () => {
  expect(() => rootOf({ _internal: {} } as unknown as ReplicaContext)).toThrow('not known');
});
