import { TandemError } from '../../../errors.ts';
import { didYouMean } from '../../../lib/nearest.ts';
import type { BlockTree } from '../../engine/engine-adapter.ts';
import type { AppSession } from '../app-session.ts';
import { isSince5, isSince45 } from '../block-generation.ts';
import { COMPONENT_GESTURES } from '../components/component-gestures.ts';
import { reportEvent } from '../event-failure.ts';
import { checkUsable } from '../locate-block.ts';
import { settingsFor } from '../to-snapshot.ts';
import { valueAtPath } from '../values/hidden-values.ts';
import { checkPlain } from '../values/plain-value.ts';
import type { AppAction } from './action.ts';
import { bubbleClick } from './clicks.ts';
import { methodCallers } from './method-callers.ts';
import { checkOffered } from './offered-methods.ts';
import { reachBlock } from './reach-block.ts';

type CallMethod = Extract<AppAction, { type: 'callMethod' }>;

/** Calls a method of a block's component, with arguments that it can use. */
export async function callMethod(session: AppSession, action: CallMethod): Promise<void> {
  const located = await reachBlock(session, action.blockId);
  const { tree } = located;
  const { block } = tree;
  checkUsable(block);
  checkPlain(action.args, 'args');
  const isForApp = COMPONENT_GESTURES[block.type]?.hidesMethods === true;
  const names = isForApp ? [] : Object.keys(block.methods);
  const method = names.includes(action.method) ? block.methods[action.method] : undefined;
  if (!method) {
    const events = isForApp ? ' Use triggerEvent, with one of the events that the page shows.' : '';
    const why = names.length === 0 ? ` It has no methods.${events}` : didYouMean(action.method, names);
    throw new TandemError(
      'invalid_input',
      `Block "${action.blockId}" has no method "${action.method}".${why}`,
    );
  }
  checkArguments(tree, action);
  checkButton(tree, action);
  if (!session.isPerson)
    checkOffered(block, action.method, {
      ui: session.page.ui,
      settings: settingsFor(block.blockId, session.settings),
      callers: methodCallers(session.tree(), session.page.ui),
    });
  const told = isButton(tree, action) && isSince5(block) ? listEvent(session, action) : undefined;
  const result = method(...(action.args ?? []));
  const events = told ? [block.triggerEvent(told)] : [];
  if (isButton(tree, action)) await Promise.all(bubbleClick(located));
  await result;
  for (const event of events) reportEvent(session.recorder, await event);
}

/** Since 5, the buttons of a list report what was added or removed. */
function listEvent({ context }: AppSession, { blockId, method, args = [] }: CallMethod) {
  const value = valueAtPath(context.state, blockId);
  const items = Array.isArray(value) ? value : [];
  if (method === 'removeItem') {
    const index = Number(args[0]);
    return { name: 'onRemove', event: { index, item: items[index] } };
  }
  return { name: 'onAdd', event: { index: method === 'pushItem' ? items.length : 0, item: undefined } };
}

/** Lists have buttons for these. */
function isButton({ block }: BlockTree, { method }: CallMethod): boolean {
  return block.type === 'ControlledList' && ['pushItem', 'unshiftItem', 'removeItem'].includes(method);
}

function checkArguments(tree: BlockTree, { blockId, method, args = [] }: CallMethod): void {
  const [first] = args;
  if (method === 'setOpen' || method === 'setSiderOpen') {
    if (typeof (first as { open?: unknown } | null | undefined)?.open === 'boolean') return;
    throw new TandemError('invalid_input', `${method} of "${blockId}" needs the args [{"open": true}].`);
  }
  if (!['removeItem', 'moveItemUp', 'moveItemDown'].includes(method)) return;
  const items = tree.items.length;
  if (Number.isInteger(first) && Number(first) >= 0 && Number(first) < items) return;
  const valid = items === 0 ? 'it has no items' : `its items are 0 to ${items - 1}`;
  throw new TandemError(
    'invalid_input',
    `${method} of "${blockId}" needs an item's number in args; ${valid}.`,
  );
}

/** A list without buttons can only be changed by the app. */
function checkButton({ block, items }: BlockTree, { blockId, method }: CallMethod): void {
  const { hideAddButton, hideRemoveButton, minItems = 0 } = block.eval?.properties ?? {};
  const isLeftOut =
    method === 'removeItem'
      ? hideRemoveButton || (isSince45(block) && items.length <= Number(minItems))
      : ['pushItem', 'unshiftItem'].includes(method) && hideAddButton;
  if (block.type === 'ControlledList' && isLeftOut)
    throw new TandemError(
      'forbidden',
      `"${blockId}" has no button for ${method}; a person could not do this.`,
    );
}
