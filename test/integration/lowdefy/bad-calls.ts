import type { Random } from '../../random.mjs';

export interface BadCall {
  tool: string;
  args: Record<string, unknown>;
}

const EMOJI = '🦊🦊🦊';
const HUGE = 'x'.repeat(1_000_000);
const deep = (levels: number): unknown => {
  let value: unknown = 'bottom';
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { inside: value };
  return value;
};
// Written as text: as code `__proto__` would set the prototype instead of a key.
const PROTO = JSON.parse('{"__proto__": {"polluted": true}}');

/** Wrong for every value: access to prototypes, marks of the engine, too deep, too large. */
const NEVER: unknown[] = [
  PROTO,
  { constructor: { prototype: { polluted: true } } },
  { '~d': 0 },
  { '~e': { message: 'x' } },
  [{ '~r': 1 }],
  deep(60),
  deep(5_000),
  HUGE,
  [HUGE],
];

/** Values that a block cannot accept, by block. */
const VALUES: Record<string, unknown[]> = {
  text: ['much too long for this field', { a: 1 }, [], [1]],
  number: ['NaN', 'Infinity', '-Infinity', '1e999', '0x10', '', ' ', EMOJI, -1, 1e9, {}, [], '1,5', '١٢'],
  switch: ['yes', 1, 'TRUE', {}, []],
  choice: ['c', 'A', EMOJI, {}, [], ['a'], 4, 'off', HUGE],
  several: ['red', ['pink'], [['red']], [null], { 0: 'red' }, ['red', 'red']],
  boxes: [[3], ['1 1'], [EMOJI]],
  day: ['tomorrow', '2026-13-01', '2026-02-30', 0, 1e20, '0', {}, '2019-01-01', EMOJI],
  moment: ['25:00', '2026-01-01T25:00:00Z', [], true],
  range: [['2026-01-01'], ['a', 'b'], '2026-01-01', [1, 2], [null, null]],
  rating: [99, -1, 'good', {}, [], 1.5],
  color: ['red;', '#12', EMOJI, 7],
  paging: [{ current: 0 }, { current: 1e9 }, { pageSize: 7 }, [], 'x', { current: 'NaN' }, { current: 1.5 }],
  phone: [[], true, { region: 'XX' }],
  grid: ['x', [1], [null], {}],
  disabled_text: ['x'],
  busy_text: ['x'],
  readonly_text: ['x'],
  fixed_heading: ['x'],
  validate: ['x'],
  inputs: ['x'],
};

const NAMES = [
  '__proto__',
  'constructor',
  'prototype.x',
  'toString',
  'txt',
  EMOJI,
  '../../etc/passwd',
  'orders.0.name',
  'text.x.y',
  ' ',
  'a'.repeat(300),
];

type Make = (random: Random) => Record<string, unknown>;

/** One action each that must be refused or fail on page `inputs`. */
const ACTIONS: Make[] = [
  (random) => {
    const blockId = random.pick(Object.keys(VALUES));
    return { type: 'setValue', blockId, value: random.pick(VALUES[blockId] ?? []) };
  },
  (random) => ({ type: 'setValue', blockId: random.pick(Object.keys(VALUES)), value: random.pick(NEVER) }),
  (random) => ({ type: 'setValue', blockId: random.pick(NAMES), value: random.pick([1, EMOJI, HUGE]) }),
  (random) => {
    const { validate: _v, inputs: _i, ...inputs } = VALUES;
    const key = random.pick(Object.keys(inputs));
    const value = random.pick(inputs[key] ?? []);
    return random.pick<Record<string, unknown>>([
      { type: 'setState', key, value },
      { type: 'setState', values: { own: 1, [key]: value } },
      { type: 'setState', params: { [key]: value } },
    ]);
  },
  (random) => ({ type: random.pick(['setState', 'setGlobal']), key: 'own', value: random.pick(NEVER) }),
  (random) => ({
    type: random.pick(['setState', 'setGlobal']),
    key: random.pick([
      '__proto__',
      'a.__proto__.b',
      'constructor.prototype',
      '',
      'a..b',
      '~d',
      'x'.repeat(501),
    ]),
    value: 1,
  }),
  (random) => ({ type: random.pick(['setState', 'setGlobal']) }),
  (random) => ({
    type: 'setState',
    key: random.pick(['deep', 'text.x', 'grid.0', 'grid.0.name']),
    value: {},
  }),
  (random) => ({ type: 'triggerEvent', blockId: random.pick(NAMES), event: 'onClick' }),
  (random) => ({
    type: 'triggerEvent',
    blockId: 'validate',
    event: random.pick([...NAMES, 'onInit', 'onMount']),
  }),
  (random) => ({ type: 'triggerEvent', blockId: 'reset', event: 'onClick', payload: random.pick(NEVER) }),
  (random) => ({
    type: 'triggerEvent',
    blockId: 'paging',
    event: 'onChange',
    payload: random.pick<unknown>([{ current: -1 }, { current: 'x' }, { current: 1e12 }, { pageSize: 0 }]),
  }),
  (random) => ({
    type: 'callMethod',
    blockId: random.pick([...NAMES, 'text', 'validate']),
    method: random.pick(NAMES),
    args: random.pick<unknown[]>([[], [null], [PROTO], [deep(60)]]),
  }),
  (random) => ({
    type: 'navigate',
    pageId: random.pick([...NAMES, 'admin', 'backstage', '404']),
    ...random.pick([{}, { input: { a: 1 } }, { urlQuery: { id: EMOJI } }]),
  }),
  (random) => ({
    type: 'navigate',
    pageId: 'home',
    [random.pick(['input', 'urlQuery'])]: { a: random.pick(NEVER) },
  }),
  (random) => ({ type: 'callApi', endpointId: random.pick(NAMES), payload: random.pick(NEVER) }),
];

/** Malformed calls. */
const CALLS: ((random: Random, sessionId: string) => BadCall)[] = [
  (random, sessionId) => ({
    tool: 'interact',
    args: {
      sessionId,
      actions: random.pick<unknown>([[], {}, 'setValue', null, [null], [[]], [{}], [{ type: EMOJI }]]),
    },
  }),
  (random, sessionId) => ({
    tool: 'interact',
    args: {
      sessionId,
      actions: [{ type: 'setValue', blockId: random.pick<unknown>([1, {}, '', null, HUGE]), value: 1 }],
    },
  }),
  (random, sessionId) => ({
    tool: 'interact',
    args: {
      sessionId,
      actions: [{ type: 'setValue', blockId: 'text', value: 'x', [random.pick(NAMES)]: 1 }],
    },
  }),
  (random, sessionId) => ({
    tool: random.pick(['interact', 'navigate', 'get_state', 'get_pages']),
    args: { sessionId, [random.pick(['page', 'viev', EMOJI])]: 1 },
  }),
  (random) => ({
    tool: 'get_state',
    args: { sessionId: random.pick<unknown>(['', 'sess_x', '../x', EMOJI, 7, null, {}, '__proto__']) },
  }),
  (random, sessionId) => ({
    tool: 'navigate',
    args: { sessionId, pageId: random.pick<unknown>([...NAMES, 7, null, {}]) },
  }),
  (random, sessionId) => ({
    tool: 'navigate',
    args: { sessionId, pageId: 'home', input: random.pick<unknown>([PROTO, [], 'x', { a: HUGE }]) },
  }),
  (random, sessionId) => ({
    tool: 'navigate',
    args: {
      sessionId,
      pageId: 'home',
      [random.pick(['view', 'format', 'rows'])]: random.pick<unknown>(['x', 7, {}, null]),
    },
  }),
  (random, sessionId) => ({
    tool: 'get_pages',
    args: {
      sessionId,
      [random.pick(['limit', 'cursor'])]: random.pick<unknown>([-1, 1e9, 'NaN', EMOJI, {}]),
    },
  }),
];

export function badCall(random: Random, sessionId: string): BadCall {
  if (random.below(4) === 0) return random.pick(CALLS)(random, sessionId);
  const actions = Array.from({ length: 1 + random.below(3) }, () => random.pick(ACTIONS)(random));
  return { tool: 'interact', args: { sessionId, actions, view: random.pick(['full', 'changes', 'none']) } };
}
