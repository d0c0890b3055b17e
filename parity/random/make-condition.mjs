/**
 * Whether something is so, said with one operator or another. What is counted only grows, so that what shows or hides
 * by it does so once.
 */
export function makeCondition({ random }, key) {
  const it = { _state: key };
  const isIt = { _eq: [it, true] };
  return random.pick([
    isIt,
    isIt,
    { _ne: [it, true] },
    { _ne: [it, true] },
    { _not: isIt },
    { _and: [isIt, { _ne: [{ _state: 'm' }, 'x'] }] },
    { _or: [isIt, { _eq: [{ _state: 'n' }, 'x'] }] },
    // biome-ignore lint/suspicious/noThenProperty: the operator's own word
    { _if: { test: isIt, then: true, else: false } },
    { '_array.includes': [[true, 'x'], it] },
    { _regex: { on: { '_json.stringify': { on: { _if_none: [it, false] } } }, pattern: '^(true|"x")$' } },
    { '_mql.test': { on: { it }, test: { it: true } } },
    { _gt: [{ _if_none: [{ _state: 'count' }, 0] }, 1 + random.below(2)] },
    { _lte: [{ _if_none: [{ _state: 'count' }, 0] }, 1 + random.below(2)] },
    { _type: { type: 'none', on: { _state: 'm' } } },
  ]);
}
