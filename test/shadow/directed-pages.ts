import {
  block,
  button,
  click,
  clickOn,
  type DirectedPage,
  find,
  push,
  remove,
  setState,
  update,
} from './directed-page.ts';
import { toPage } from './random-page.ts';

/** One page for each thing that evaluation must notice and that chance seldom brings about. */
export const directedPages: Record<string, DirectedPage> = {
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
  // The engine then repeats the evaluation until it gives up, which `_plugin` counts.
  'an object decides what is visible': {
    page: toPage([
      block('odd', 'Text', { visible: { a: 1 } }),
      block('counts', 'Text', { properties: { title: { _plugin: 1 } } }),
    ]),
    steps: [update, update],
  },
  'an object that reads the state decides what is visible': {
    page: toPage([
      block('odd', 'Words', { visible: { a: { _state: 'n' } } }),
      block('counts', 'Text', { properties: { title: { _plugin: 1 } } }),
    ]),
    steps: [update, setState('n', 2), update],
  },
  'not a number decides what is visible': {
    page: toPage([
      block('odd', 'Text', { visible: { '_math.sqrt': -1 } }),
      block('counts', 'Text', { properties: { title: { _plugin: 1 } } }),
    ]),
    steps: [update, update],
  },
  'a value changes in place': {
    page: toPage([
      block('many', 'Many', {}),
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
  // The engine must not draw the block for the value again.
  'a value is set, and then something changes without effect': {
    page: toPage([block('word', 'Words', { properties: { isOdd: { _eq: [{ _state: 'n' }, 'odd'] } } })]),
    steps: [({ blocks }) => find(blocks(), 'word').setValue?.('x'), setState('n', 2), setState('n', 3)],
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
  'the build has marked where things were written': {
    page: toPage([
      block('shown', 'Text', {
        properties: {
          '~k': 'a',
          fixed: { '~k': 'b', list: [{ '~k': 'c', x: 1 }] },
          when: new Date(0),
          title: { '~k': 'd', _state: 'n' },
          alone: { '~k': 'e', only: 1 },
        },
        style: { '~k': 'f', color: 'red' },
      }),
    ]),
    steps: [update, setState('n', 2), update],
  },
  'two fields are required with the same message': {
    page: toPage([
      block('one', 'Words', { required: true }),
      block('two', 'Words', { required: true }),
      button([{ id: 'check', type: 'Validate' }]),
    ]),
    steps: [click, setState('one', 'x'), click, setState('two', 'x'), setState('one', null), click],
  },
  'the message of a required field changes': {
    page: toPage([
      block('needed', 'Words', { required: { _state: 'n' } }),
      button([{ id: 'check', type: 'Validate' }]),
    ]),
    steps: [setState('n', 'Name it'), click, setState('n', 'Say it'), click, setState('n', false), click],
  },
  'an empty list disappears from the state': {
    page: toPage([block('rows', 'List', { blocks: [block('rows.$.word', 'Words', {})] })]),
    steps: [update, ({ context }) => Reflect.deleteProperty(context.state, 'rows'), update],
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
};
