import type { Random } from '../../random.mjs';

type Action = Record<string, unknown>;

const set = (blockId: string, ...values: unknown[]) =>
  values.map((value) => ({ type: 'setValue', blockId, value }));
const click = (...ids: string[]) =>
  ids.map((blockId) => ({ type: 'triggerEvent', blockId, event: 'onClick' }));
const trigger = (blockId: string, event: string, ...payloads: unknown[]) =>
  (payloads.length > 0 ? payloads.map((payload) => ({ payload })) : [{}]).map((more) => ({
    type: 'triggerEvent',
    blockId,
    event,
    ...more,
  }));
const method = (blockId: string, name: string, ...args: unknown[]) => [
  { type: 'callMethod', blockId, method: name, args },
];

const STATE: Action[] = [
  { type: 'setState', key: 'own', value: { deep: [1, null, { x: 'y' }] } },
  { type: 'setState', key: 'own.deep', value: 'flat' },
  { type: 'setState', values: { $date: 1, other: { $number: 'NaN' } } },
  { type: 'setGlobal', key: 'shared.thing', value: [1, 2] },
  { type: 'setGlobal', key: 'visits', value: 40 },
];

/** What can be done on each page; much of it only sometimes, and some of it never. */
const ACTIONS: Record<string, Action[]> = {
  home: STATE,
  inputs: [
    ...set('text', 'hello', 'a much too long text for this', null, 7),
    ...set('area', 'two\nlines', '```fence```', ''),
    ...set('number', 1, '2.5', 13, 1000),
    ...set('switch', true, false),
    ...set('choice', 'a', 'Beta', 3, 'none', null),
    ...set('several', ['red'], ['green', 'blue'], []),
    ...set('boxes', [1], ['Two']),
    ...set('day', '2026-02-03', '2019-01-01', null),
    ...set('moment', '2026-02-03T04:05:06Z'),
    ...set('range', ['2026-01-01', '2026-01-02'], []),
    ...set('rating', 3, 'N/A', 99),
    ...set('paging', { current: 2 }),
    ...set('paragraph', 'words'),
    ...set('grid', [{ name: 'n' }, { name: 'm' }]),
    ...set('password', 'secret'),
    ...set('hider', true, true, false),
    ...set('hidden_text', 'hidden words'),
    ...set('deep.inside', 5, 6),
    ...set('deep.other', '2026-03-04'),
    ...set('deep.always', 'always'),
    ...click('validate', 'reset', 'forget_errors'),
    ...STATE,
  ],
  lists: [
    ...method('orders', 'pushItem'),
    ...method('orders', 'unshiftItem'),
    ...method('orders', 'removeItem', 0),
    ...method('orders', 'moveItemDown', 0),
    ...method('orders', 'moveItemUp', 1),
    ...['orders.0.lines', 'orders.1.lines'].flatMap((id) => [
      ...method(id, 'pushItem'),
      ...method(id, 'removeItem', 0),
      ...method(id, 'moveItemUp', 1),
    ]),
    ...set('orders.0.name', 'plain', 'other', null),
    ...set('orders.1.name', 'plain', 'second'),
    ...set('orders.0.secret', 'one'),
    ...set('orders.1.secret', 'two'),
    ...set('orders.1.token', 'token'),
    ...set('orders.0.lines.0.amount', 5, 500),
    ...set('orders.0.lines.1.due', '2026-01-01'),
    ...set('orders.1.lines.0.kind', 'b', 'z'),
    ...set('orders', [{ name: 'whole', lines: [{ amount: 1 }, { kind: 'a' }] }], []),
    ...set('show_lists', true, false, false),
    ...click('validate', 'reset', 'push'),
    ...set('fixed.0.word', 'w'),
  ],
  life: [
    ...trigger('tabs', 'onChange', { activeKey: 'second' }, { activeKey: 'first' }, { activeKey: 'locked' }),
    ...trigger('collapse', 'onChange', { activeKey: ['bottom'] }, { activeKey: [] }),
    ...set('in_first', '1'),
    ...set('in_second', '2'),
    ...set('in_bottom', 'b'),
    ...set('in_modal', 'm', null),
    ...set('in_drawer', 'd'),
    ...set('reveal', true, false),
    ...set('hidden_child', 'c'),
    ...click('open_modal', 'open_drawer', 'ask', 'leave'),
    ...trigger('modal', 'onOk'),
    ...trigger('modal', 'onCancel'),
    ...trigger('drawer', 'onClose'),
    ...trigger('confirm', 'onOk'),
    ...trigger('confirm', 'onCancel'),
    ...click('open_modal'),
  ],
  events: [
    ...set('searched', 'a', 'b'),
    ...click('throwing', 'catching', 'failing', 'browser_only', 'talk', 'globals', 'background'),
    ...trigger('clicker', 'onTextSelection', { a: 1 }),
  ],
  links: [
    ...click('plain', 'with_input', 'home', 'back', 'external', 'nowhere', 'around'),
    ...set('after', 'x'),
  ],
  target: [...click('back'), ...set('after', 'y')],
  redirect: set('after', 'z'),
  data: [
    ...set('note', 'n', null),
    ...set('when', '2026-01-01'),
    ...click('add'),
    ...trigger('notes', 'onRowClick', { index: 0 }, { index: 99 }),
    ...trigger('notes', 'onSelectionChanged', { selected: [{ id: 1 }] }),
  ],
};

export type Call = { tool: 'navigate' | 'interact'; args: Record<string, unknown> };

/** A call that makes sense on this page, more or less. */
export function nextCall(random: Random, pageId: string | null): Call {
  if (pageId === null || random.below(7) === 0) return { tool: 'navigate', args: toVisit(random) };
  const all = ACTIONS[pageId] ?? STATE;
  const actions = Array.from({ length: 1 + random.below(4) }, () => random.pick(all));
  return { tool: 'interact', args: { actions } };
}

function toVisit(random: Random): Record<string, unknown> {
  const pageId = random.pick([
    'inputs',
    'inputs',
    'lists',
    'lists',
    'life',
    'life',
    ...Object.keys(ACTIONS),
    'nope',
  ]);
  const isGiven = random.below(3) === 0;
  return {
    pageId,
    ...(isGiven ? { input: { name: 'n', n: random.below(5) }, urlQuery: { id: random.below(9) } } : {}),
  };
}
