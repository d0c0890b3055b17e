import type { Random } from '../random.mjs';

/** State that no block owns. */
const LOOSE = ['n', 'm', 'deep', 'deep.inside', 'deep.inside.0', 'arr', 'arr.0', 'obj', 'obj.x', 'obj.y.0'];

/** An expression that may read anything that operators can read, with others in it. */
export function randomExpression(random: Random, blockIds: readonly string[], depth = 0): unknown {
  const key = () => random.pick([...LOOSE, ...blockIds]);
  const inner = () =>
    depth < 2 && random.chance(0.5) ? randomExpression(random, blockIds, depth + 1) : { _state: key() };
  const list = () => ({ _if_none: [{ _state: 'arr' }, []] });
  const makers: (() => unknown)[] = [
    () => random.pick(['text', 7, true, null, { plain: [1, { two: 2 }] }, ['a', 'b']]),
    () => ({ _state: key() }),
    () => ({ _state: { key: key(), default: inner() } }),
    () => ({ _state: { _if_none: [{ _state: 'n' }, 'm'] } }),
    () => ({ _state: true }),
    () => ({ _global: random.pick([true, 'g', 'deep.a']) }),
    () => ({ _input: random.pick([true, 'i']) }),
    () => ({ _user: random.pick([true, 'name', 'roles.0']) }),
    () => ({ _menu: random.pick([true, 'default']) }),
    () => ({ _url_query: random.pick([true, 'q']) }),
    () => ({ _location: random.pick(['search', 'pageId', 'href']) }),
    () => ({ _media: random.pick(['width', 'size']) }),
    () => ({ _request: random.pick(['rows', 'rows.0.word', 'wrong', 'none']) }),
    () => ({ _request_details: random.pick(['rows', 'rows.0.loading']) }),
    () => ({ _event_log: '0.eventName' }),
    () => ({ _event: true }),
    () => ({ _actions: 'a' }),
    () => ({ _index: 0 }),
    () => ({ _type: random.pick(['string', 'none', { type: 'number', key: key() }]) }),
    () => ({ _regex: random.pick(['^x', { pattern: 'a', key: key() }]) }),
    () => ({ _get: { from: { _state: true }, key: key(), default: 'd' } }),
    () => ({ _operator: { name: random.pick(['_state', '_global', '_index']), params: 'n' } }),
    () => ({ _nunjucks: '{{ n }} {% for a in arr %}{{ a }}{% endfor %}' }),
    () => ({ _nunjucks: { template: '{{ a }}-{{ b.x }}', on: { a: inner(), b: { _state: 'obj' } } } }),
    // biome-ignore lint/suspicious/noThenProperty: the operator calls it so
    () => ({ _if: { test: { _eq: [{ _state: 'm' }, true] }, then: inner(), else: inner() } }),
    () => ({ _sum: [inner(), 1] }),
    () => ({ _eq: [inner(), inner()] }),
    () => ({ _not: inner() }),
    () => ({ '_string.concat': ['x', { '_json.stringify': { on: inner() } }] }),
    () => ({ '_array.push': { on: list(), value: 1 } }),
    () => ({ '_array.reverse': { on: [inner(), 1, 2] } }),
    () => ({
      '_array.map': {
        on: [1, inner()],
        callback: { _function: { __sum: [{ __args: '0' }, { __state: key() }] } },
      },
    }),
    () => ({ call: { _function: { '__json.stringify': { on: { __state: key() } } } } }),
    () => ({ '_object.keys': { _if_none: [{ _state: 'obj' }, {}] } }),
    () => ({ '_mql.expr': { on: { _state: true }, expr: { $size: { $ifNull: ['$arr', []] } } } }),
    () => ({ _date: random.pick(['now', '2026-01-02', { _state: 'n' }]) }),
    () => ({ '_date.now': null }),
    () => ({ when: { _date: '2026-01-02' }, also: inner() }),
    () => ({ _diff: { on: [{ _state: 'obj' }, { a: 1 }] } }),
    () => ({ _plugin: inner() }),
    () => ({ _unknown: inner() }),
    () => ({ first: inner(), second: [inner(), { third: inner() }] }),
  ];
  return random.pick(makers)();
}
