import type { EngineBlock } from '../engine/engine-types.ts';

type Eval = EngineBlock['eval'];

interface Known {
  seen: Eval;
  steady: Eval;
}

const known = new WeakMap<EngineBlock, Known>();

/**
 * What a block evaluates to: the same object until something in it changes. The engine makes new ones of all blocks
 * whenever an action sets the state.
 */
export function steadyEval(block: EngineBlock): Eval {
  const now = block.eval;
  const last = known.get(block);
  if (last?.seen === now && last) return last.steady;
  const steady = last && now && last.steady && isAlike(last.steady, now) ? last.steady : now;
  known.set(block, { seen: now, steady });
  return steady;
}

function isAlike(a: object, b: object): boolean {
  const [before, after] = [a as Record<string, unknown>, b as Record<string, unknown>];
  // What is in a value can change without another object.
  if (isObject(after.value) || isObject(before.value)) return false;
  for (const key in after)
    if (!Object.is(before[key], after[key]) && !(key === 'validation' && isSame(before[key], after[key])))
      return false;
  for (const key in before) if (!(key in after)) return false;
  return true;
}

/** The lists of a validation are new ones, too. */
function isSame(a: unknown, b: unknown, depth = 2): boolean {
  if (Object.is(a, b)) return true;
  if (depth === 0 || !isObject(a) || !isObject(b)) return false;
  const [keys, others] = [Object.keys(a), Object.keys(b)];
  return keys.length === others.length && keys.every((key) => key in b && isSame(a[key], b[key], depth - 1));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
