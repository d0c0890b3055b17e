import type { EngineBlock } from '../../src/lowdefy/engine/engine-types.ts';
import { PAGE_ID, type PageBlock, toEvents, toPage } from './random-page.ts';
import type { Side } from './side.ts';

interface Directed {
  page: PageBlock;
  steps: ((side: Side) => unknown)[];
}

/** One page for each thing that evaluation must notice and that chance seldom brings about. */
export const directedPages: Record<string, Directed> = {
  'a block moves in its list and keeps its id': {
    page: toPage([
      block('rows', 'List', { blocks: [block('fixed', 'Text', { properties: { at: { _index: 0 } } })] }),
    ]),
    steps: [push, push, ({ blocks }) => find(blocks(), 'rows').unshiftItem?.(), remove, update],
  },
  'a request returns something else': {
    page: toPage([
      block('shown', 'Text', { properties: { title: { _request: 'rows.0.word' } } }),
      button([{ id: 'ask', type: 'Request', params: 'rows' }]),
    ]),
    steps: [click, click, click],
  },
  'what an action put into the state is changed there': {
    page: toPage([
      block('shown', 'Text', { properties: { title: { _state: 'thing' } } }),
      button([{ id: 'set', type: 'SetState', params: { thing: { list: [1, 2] } } }]),
    ]),
    steps: [
      click,
      ({ context }) => (context.state.thing as { list: unknown[] }).list.push(3),
      update,
      click,
      update,
    ],
  },
  'an object decides what is visible, and the engine goes round': {
    page: toPage([
      block('odd', 'Text', { visible: { a: 1 } }),
      block('odder', 'Words', { visible: { a: { _state: 'n' } } }),
      block('counts', 'Text', { properties: { title: { _plugin: 1 } } }),
    ]),
    steps: [update, setState('n', 2), update],
  },
  'not a number decides what is visible': {
    page: toPage([
      block('odd', 'Text', { visible: { '_number.Number': 'no' } }),
      block('counts', 'Text', { properties: { title: { _plugin: 1 } } }),
    ]),
    steps: [update, update],
  },
  'a value changes in place': {
    page: toPage([
      block('many', 'Many', { properties: { title: { _state: 'many' } } }),
      block('shown', 'Text', { properties: { title: { _state: 'many.0' } } }),
    ]),
    steps: [
      setState('many', [1]),
      ({ context }) => (context.state.many as unknown[]).push(2),
      update,
      ({ context }) => (context.state.many as unknown[]).splice(0, 1),
      update,
    ],
  },
  'a parent is hidden and shown': {
    page: toPage([
      block('box', 'Box', {
        visible: { _eq: [{ _state: 'n' }, 1] },
        blocks: [block('inside', 'Words', { properties: { title: { _state: 'm' } } })],
      }),
    ]),
    steps: [
      setState('n', 2),
      setState('m', 'while hidden'),
      setState('n', 1),
      setState('n', 2),
      setState('n', 1),
    ],
  },
  'validation is shown, and hidden again': {
    page: toPage([
      block('needed', 'Words', { required: true }),
      block('warned', 'Count', { validate: [{ pass: false, status: 'warning', message: { _state: 'n' } }] }),
      button([{ id: 'check', type: 'Validate' }]),
      button([{ id: 'uncheck', type: 'ResetValidation' }], 'second'),
    ]),
    steps: [click, update, clickOn('second'), update, setState('n', 5), click, clickOn('second')],
  },
  'a key is there without a value': {
    page: toPage([
      block('shown', 'Text', { properties: { title: { _state: { key: 'gone', default: 'none' } } } }),
    ]),
    steps: [
      ({ context }) => Object.assign(context.state, { gone: undefined }),
      update,
      ({ context }) => Reflect.deleteProperty(context.state, 'gone'),
      update,
    ],
  },
  'time passes': {
    page: toPage([
      block('clock', 'Text', { properties: { now: { '_date.now': null }, day: { '_date.getDate': null } } }),
    ]),
    steps: [update, update],
  },
};

function block(
  blockId: string,
  type: PageBlock['type'],
  { blocks, ...rest }: { blocks?: PageBlock[]; [key: string]: unknown },
): PageBlock {
  const content = blocks && { content: { blocks } };
  return {
    id: `block:${blockId}`,
    blockId,
    pageId: PAGE_ID,
    type,
    ...rest,
    ...(content && { areas: content, slots: content }),
  };
}

function button(actions: object[], blockId = 'button'): PageBlock {
  return block(blockId, 'Text', { events: toEvents({ onClick: actions }) });
}

function click(side: Side): unknown {
  return clickOn('button')(side);
}

function clickOn(blockId: string) {
  return ({ blocks }: Side) => find(blocks(), blockId).triggerEvent({ name: 'onClick' });
}

function push({ blocks }: Side): void {
  find(blocks(), 'rows').pushItem?.();
}

function remove({ blocks }: Side): void {
  find(blocks(), 'rows').removeItem?.(0);
}

function update({ context }: Side): void {
  context._internal.update();
}

function setState(field: string, value: unknown) {
  return ({ context }: Side) => {
    context._internal.State.set(field, structuredClone(value));
    context._internal.update();
  };
}

function find(blocks: EngineBlock[], blockId: string): EngineBlock {
  return blocks.find((candidate) => candidate.blockId === blockId) as EngineBlock;
}
