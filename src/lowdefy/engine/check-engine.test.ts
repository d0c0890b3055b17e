import { expect, test } from 'vitest';
import { checkEngine } from './check-engine.ts';
import type { EngineBlock, EngineContext } from './engine-types.ts';

type GetContext = (options: object) => EngineContext;

// Without types, so imported by names that the compiler does not resolve.
const [engine, client]: string[] = ['@lowdefy/engine', '@lowdefy/operators-js/operators/client'];
const getContext = (await import(String(engine))).default as GetContext;
const operators: Record<string, unknown> = await import(String(client));

/** The real engine, with something changed in its contexts. */
function changed(change: (context: EngineContext, blocks: Record<string, EngineBlock>) => void): GetContext {
  return (options) => {
    const context = getContext(options);
    const { map } = context._internal.RootBlocks as { map: Record<string, EngineBlock> };
    change(context, map);
    return context;
  };
}

test('the engine that comes with Tandem is as expected', async () => {
  expect(await checkEngine({ getContext, operators })).toEqual({
    generation: '4.0',
    sample: expect.anything(),
  });
});

test.each<[string, GetContext]>([
  [
    'a context has "eventLog", a list',
    changed((context) => {
      context.eventLog = {} as unknown[];
    }),
  ],
  [
    'a context has "_internal.State.del"',
    changed((context) => {
      Object.assign(context._internal.State, { del: undefined });
    }),
  ],
  [
    'a container has its blocks',
    changed((_context, { field }) => {
      if (field) field.blockId = 'other';
    }),
  ],
  [
    'an event without actions succeeds',
    changed((_context, { box }) => {
      if (box) box.triggerEvent = () => undefined as never;
    }),
  ],
  [
    'setValue of an input changes the state',
    changed((_context, { field }) => {
      if (field) field.setValue = () => {};
    }),
  ],
  [
    'removeItem of a list removes an item',
    changed((_context, { rows }) => {
      if (rows) delete rows.removeItem;
    }),
  ],
])('the first difference is named: %s', async (expected, changedEngine) => {
  const found = await checkEngine({ getContext: changedEngine, operators });
  expect(found).toMatchObject({ generation: '4.0', difference: `expected: ${expected}` });
});
