import { describe, expect, test } from 'vitest';
import { toMessage } from '../bridge/event-failure.ts';
import { adapterFor } from './adapter-for.ts';
import type { EngineContext } from './engine-types.ts';

/** The recorded object shapes of each generation: a page with a card that contains a list of two and an input. */
const meta = (category: string) => ({ category });
const input = (blockId: string) => ({ id: blockId, blockId, meta: meta('input') });

function nested(root: string, areas: string, inside: string): object {
  const set = (blocks: object[]) => ({ [areas]: { content: { blocks } }, reset() {} });
  const list = {
    id: 'list',
    blockId: 'list',
    meta: meta('list'),
    [inside]: [set([input('list.0.a')]), set([input('list.1.a')])],
  };
  const holder = { ...input('holder'), meta: meta('input-container'), [inside]: [set([input('held')])] };
  const empty = {
    id: 'empty',
    blockId: 'empty',
    meta: meta('container'),
    [inside]: [{ [areas]: {}, reset() {} }],
  };
  const page = {
    id: 'page',
    blockId: 'page',
    meta: meta('container'),
    [inside]: [set([list, holder, empty])],
  };
  return { [root]: { [areas]: { root: { blocks: [page] } }, reset() {} } };
}

function gen40(): object {
  const list = { id: 'list', blockId: 'list', meta: meta('list') };
  const holder = { ...input('holder'), meta: meta('input-container') };
  const empty = { id: 'empty', blockId: 'empty', meta: meta('container') };
  const page = { id: 'page', blockId: 'page', meta: meta('container') };
  const set = (blocks: object[], subBlocks: object = {}) => ({
    areas: { content: { blocks } },
    subBlocks,
    reset() {},
  });
  return {
    RootBlocks: {
      areas: { root: { blocks: [page] } },
      reset() {},
      subBlocks: {
        page: [
          set([list, holder, empty], {
            list: [set([input('list.0.a')]), set([input('list.1.a')])],
            holder: [set([input('held')])],
          }),
        ],
      },
    },
  };
}

describe.each<[string, object]>([
  ['4.0', gen40()],
  ['4.5', nested('RootAreas', 'areas', 'subAreas')],
  ['5', nested('RootSlots', 'slots', 'subSlots')],
  ['unseen', nested('RootRooms', 'rooms', 'subRooms')],
])('generation %s', (generation, internal) => {
  const context = { _internal: internal } as unknown as EngineContext;

  test('is recognized by its shape', () => {
    expect(adapterFor(context).generation).toBe(generation);
  });

  test('has its blocks in areas and items', () => {
    const page = adapterFor(context).tree(context);
    const [list, holder, empty] = page.areas.content ?? [];
    expect(page.block.blockId).toBe('page');
    expect(list?.items.map((item) => item.content?.[0]?.block.blockId)).toEqual(['list.0.a', 'list.1.a']);
    expect(list?.areas).toEqual({});
    expect(holder?.areas.content?.[0]?.block.blockId).toBe('held');
    expect(empty).toMatchObject({ areas: {}, items: [] });
  });

  test('can be reset', () => {
    expect(() => adapterFor(context).reset(context)).not.toThrow();
  });
});

/** What `triggerEvent` returns under `error`, as recorded. */
test.each<[string, object]>([
  ['4.0', { error: { type: 'Throw', error: new Error('Too late.'), index: 0 }, action: { id: 'go' } }],
  ['5', { error: new Error('Too late.'), action: { id: 'go' }, index: 0 }],
  ['5, thrown by a class of its own', { error: { name: 'UserError', message: 'Too late.' }, index: 0 }],
])('why an event failed is found in the shape of %s', (_, error) => {
  expect(toMessage(error)).toBe('Too late.');
});

test('something that is not an engine is refused, with advice', () => {
  const context = { _internal: { RootOf: 'nothing', State: {} } } as unknown as EngineContext;
  expect(() => adapterFor(context)).toThrow(/Unsupported Lowdefy engine.*remove its own/);
});
