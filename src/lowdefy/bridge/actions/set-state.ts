import { TandemError } from '../../../errors.ts';
import type { AppSession } from '../app-session.ts';
import { eachBlock } from '../locate-block.ts';
import { isInput } from '../values/is-input.ts';
import { checkKey, checkPlain } from '../values/plain-value.ts';
import type { AppAction } from './action.ts';
import { assign } from './assign-state.ts';
import { checkPageApproval } from './reach-block.ts';
import { checkValue, setValue } from './set-value.ts';

export function toAssignments(
  action: Extract<AppAction, { type: 'setState' | 'setGlobal' }>,
): Record<string, unknown> {
  const { key, value, values, params } = action;
  const all = { ...params, ...values, ...(key === undefined ? {} : { [key]: value ?? null }) };
  if (Object.keys(all).length === 0)
    throw new TandemError('invalid_input', `${action.type} needs "key" and "value", or "values".`);
  for (const [name, one] of Object.entries(all)) {
    checkKey(name, `The key of ${action.type}`);
    checkPlain(one, `The value of "${name}"`);
  }
  return all;
}

/** Keys that are blocks follow the rules of blocks; the others are the app's own state. */
export async function setState(session: AppSession, values: Record<string, unknown>): Promise<void> {
  checkPageApproval(session);
  const blocks = new Set<string>();
  for (const { tree } of eachBlock(session.tree()))
    if (isInput(tree.block) || tree.block.meta.category === 'list') blocks.add(tree.block.blockId);
  for (const key of Object.keys(values)) {
    const owner = [...blocks].find((id) => key.startsWith(`${id}.`) || id.startsWith(`${key}.`));
    if (!blocks.has(key) && owner)
      throw new TandemError(
        'invalid_input',
        `"${key}" is part of block "${owner}". Use setValue on the block itself.`,
      );
  }
  // If one is refused, none is set.
  for (const [key, value] of Object.entries(values)) if (blocks.has(key)) checkValue(session, key, value);
  const own = Object.fromEntries(Object.entries(values).filter(([key]) => !blocks.has(key)));
  if (Object.keys(own).length > 0) assign(session, own);
  for (const [key, value] of Object.entries(values)) if (blocks.has(key)) await setValue(session, key, value);
}

export function setGlobal(session: AppSession, values: Record<string, unknown>): void {
  for (const [key, value] of Object.entries(values))
    setPath(session.lowdefy.lowdefyGlobal, key.split('.'), value);
  assign(session, {});
}

function setPath(target: Record<string, unknown>, path: string[], value: unknown): void {
  const [first = '', ...rest] = path;
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = Object.hasOwn(target, first) ? target[first] : undefined;
  const next = inner !== null && typeof inner === 'object' ? (inner as Record<string, unknown>) : {};
  target[first] = next;
  setPath(next, rest, value);
}
