import { block, type DirectedPage, push, setState, update } from './directed-page.ts';
import { toPage } from './random-page.ts';
import type { Side } from './side.ts';

/** One page for each thing that operators can read, which then changes and nothing else does. */
export const directedReads: Record<string, DirectedPage> = {
  'a path of the state': showing({ _state: 'n' }, [setState('n', 2), setState('n', 3)]),
  'the order of keys': showing({ '_object.keys': { _state: 'obj' } }, [
    setState('obj', { a: 1, b: 2 }),
    setState('obj', { b: 2, a: 1 }),
  ]),
  'an item of a list that becomes a hole': showing({ _state: 'arr' }, [
    setState('arr', [{ a: 1 }]),
    ({ context }) => Object.assign(context.state, { arr: new Array(1) }),
    setState('arr', [{ a: 1 }]),
  ]),
  'a date in the state': showing({ '_date.getTime': { _state: 'when' } }, [
    setState('when', new Date(1)),
    setState('when', new Date(2)),
  ]),
  'the item that a list index leads to': {
    page: toPage([
      block('rows', 'List', {
        blocks: [
          block('rows.$.word', 'Words', {}),
          block('rows.$.shown', 'Text', { properties: { title: { _state: 'rows.$.word' } } }),
        ],
      }),
    ]),
    steps: [push, push, setState('rows.1.word', 'x'), setState('rows.0.word', 'y')],
  },
  'the value of the block itself': {
    page: toPage([
      block('word', 'Words', { properties: { isX: { _regex: '^x' } } }),
      block('thing', 'Anything', { properties: { isText: { _type: 'string' } } }),
    ]),
    steps: [
      setState('word', 'xyz'),
      setState('word', 'abc'),
      setState('thing', 'text'),
      setState('thing', 5),
    ],
  },
  'a value that a test names': showing(
    [{ _regex: { pattern: 'a', key: 'm' } }, { _type: { type: 'string', key: 'm' } }],
    [setState('m', 'a'), setState('m', 'b'), setState('m', 1)],
  ),
  'state in a template': showing({ _nunjucks: '{{ n }}' }, [setState('n', 2), setState('n', 3)]),
  'global state': showing({ _global: 'g' }, [
    ({ lowdefy }) => Object.assign(lowdefy.lowdefyGlobal, { g: 2 }),
    ({ lowdefy }) => Object.assign(lowdefy, { lowdefyGlobal: { g: 3 } }),
  ]),
  'the input of the page': showing({ _input: 'i' }, [
    ({ lowdefy, context }) => Object.assign(lowdefy.inputs, { [context.id]: { i: 1 } }),
    ({ lowdefy, context }) => Object.assign(lowdefy.inputs[context.id] as object, { i: 2 }),
  ]),
  'the user': showing({ _user: 'name' }, [
    ({ lowdefy }) => Object.assign(lowdefy, { user: { name: 'Bob' } }),
  ]),
  menus: showing({ _menu: 'default' }, [
    ({ lowdefy }) => Object.assign(lowdefy, { menus: [{ menuId: 'default', links: [] }] }),
  ]),
  'the URL query': showing({ _url_query: 'q' }, [inWindow({ location: { search: '?q=1' } })]),
  'the address': showing({ _location: 'search' }, [inWindow({ location: { search: '?q=1' } })]),
  'the size of the window': showing({ _media: 'width' }, [inWindow({ innerWidth: 500 })]),
  // The next two are operators of Lowdefy 5.
  'the theme': showing({ _theme: 'color' }, [
    ({ lowdefy }) => Object.assign(lowdefy, { theme: { antd: { token: { color: 'red' } } } }),
    ({ lowdefy }) => Object.assign(lowdefy, { theme: { antd: { token: { color: 'blue' } } } }),
  ]),
  'the response of an endpoint': showing({ _api: 'ask.response.a' }, [
    ({ lowdefy }) => Object.assign(lowdefy.apiResponses, { ask: [{ loading: true }] }),
    respond({ a: 1 }),
    respond({ a: 2 }),
  ]),
  'the clock': showing(
    [
      { '_date.now': null },
      { '_date.now': 1 },
      { _date: 'now' },
      { '_date.getTime': { on: null } },
      { _date: null },
    ],
    [update, update],
  ),
  'the clock in a query': showing({ '_mql.expr': { on: {}, expr: { at: '$$NOW' } } }, [update, update]),
  chance: showing([{ '_math.random': null }, { _random: 'integer' }], [update, update]),
  'chance in a template': showing({ _nunjucks: { template: '{{ [1, 2, 3, 4, 5] | random }}', on: {} } }, [
    update,
    update,
  ]),
  'something only a plugin knows': showing({ _plugin: 1 }, [update, update]),
};

/** A page that shows each expression in a block of its own; it is updated after each change. */
function showing(expressions: object | object[], changes: DirectedPage['steps']): DirectedPage {
  const blocks = [expressions]
    .flat()
    .map((title, index) => block(`shown_${index}`, 'Text', { properties: { title } }));
  const page = toPage(blocks);
  const steps = changes.map((change) => (side: Side) => {
    change(side);
    update(side);
  });
  return { page, steps: [update, ...steps] };
}

function inWindow(changes: object) {
  return ({ lowdefy }: Side) =>
    Object.assign((lowdefy._internal.globals as { window: object }).window, changes);
}

function respond(response: object) {
  return ({ lowdefy }: Side) =>
    Object.assign((lowdefy.apiResponses.ask as object[])[0] as object, { loading: false, response });
}
