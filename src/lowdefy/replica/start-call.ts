import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { ReplicaCall } from '../../protocol/replica-calls.ts';
import { checkedBlock, guardOf } from '../bridge/actions/reach-block.ts';
import type { AppSession } from '../bridge/app-session.ts';
import { choosePanels, toGesture } from '../bridge/components/gestures.ts';
import { reportEvent } from '../bridge/event-failure.ts';
import { checkUsable, type Located } from '../bridge/locate-block.ts';
import type { LogItem } from '../bridge/recorder.ts';
import { isClosing, isOpening, isPanelled } from '../bridge/ui-state.ts';
import { isInput } from '../bridge/values/is-input.ts';
import { ConfirmationNeeded } from './confirmation-needed.ts';
import { fromBrowser } from './from-browser.ts';

type Of<T extends ReplicaCall['type']> = Extract<ReplicaCall, { type: T }>;

/** What a person does in an open dialog; everything else around it is done by the session. */
const DIALOG = new Set(['onOk', 'onCancel', 'onClose']);
const UNINTENDED = new Set(['onBlur', 'onFocus']);

/** Nobody meant these; a field that disappears while it has the focus also loses it. */
export function isUnintended(call: ReplicaCall): boolean {
  return call.type === 'triggerEvent' && UNINTENDED.has(call.event);
}

/**
 * Makes one call of a component, with the checks that apply to agents: the block is there, visible, in front and enabled. Returns
 * lines of pages it led to. Everything up to the first wait happens at once.
 */
export async function startCall(
  session: AppSession,
  call: ReplicaCall,
  isConfirmed: boolean,
  /** Containers that what the person did goes on to. */
  around: ReadonlyMap<string, Located>,
): Promise<LogItem[]> {
  switch (call.type) {
    case 'setValue':
      setValue(session, call);
      return [];
    case 'triggerEvent':
      await triggerEvent(session, call, isConfirmed, around);
      return [];
    case 'callMethod':
      callMethod(session, call, isConfirmed);
      return [];
    case 'navigate':
      return session.navigate({
        pageId: call.pageId,
        input: toInput(call.input),
        urlQuery: call.query ?? '',
        isVisit: false,
      });
    case 'back':
      session.back();
      return [];
  }
}

function setValue(session: AppSession, { blockId, value }: Of<'setValue'>): void {
  const { block } = checkedBlock(session, blockId).tree;
  checkUsable(block);
  if (!isInput(block) || !block.setValue)
    throw new TandemError('invalid_input', `Block "${blockId}" is a ${block.type} and takes no value.`);
  block.setValue(fromBrowser(value ?? null, `The value for "${blockId}"`));
}

async function triggerEvent(
  session: AppSession,
  call: Of<'triggerEvent'>,
  isConfirmed: boolean,
  around: ReadonlyMap<string, Located>,
): Promise<void> {
  const { blockId, event: name, payload } = call;
  const sent = payload === undefined ? undefined : fromBrowser(payload, 'The payload');
  const located = around.get(blockId) ?? reach(session, call);
  if (!located) return;
  const { tree } = located;
  const { block } = tree;
  const { ui } = session.page;
  // An accordion names no panel when its last one is folded, and what is undefined is not sent.
  const isFolded = block.type === 'Collapse' && isRecord(sent) && sent.activeKey === undefined;
  const event = isFolded ? { ...sent, activeKey: undefined } : sent;
  const isDialog = isOpening(block.type) && DIALOG.has(name);
  const hasActions = (block.Events.events[name]?.actions.length ?? 0) > 0;
  if (hasActions || isDialog) checkConfirmed(session, located, isConfirmed);
  if (isDialog) {
    if (!ui.open[blockId]) throw new TandemError('conflict', `"${blockId}" is already closed.`);
    reportEvent(session.recorder, await toGesture(tree, name, event, ui)());
    session.redraw();
    return;
  }
  if (isPanelled(block.type) && name === 'onChange')
    ui.active[blockId] = isFolded ? [] : choosePanels(tree, event);
  if (isClosing(block.type) && name === 'onClose') ui.gone[blockId] = true;
  session.redraw();
  if (hasActions) reportEvent(session.recorder, await block.triggerEvent({ name, event }));
}

function callMethod(
  session: AppSession,
  { blockId, method, args = [] }: Of<'callMethod'>,
  isConfirmed: boolean,
): void {
  const located = checkedBlock(session, blockId);
  const { block } = located.tree;
  checkUsable(block);
  checkConfirmed(session, located, isConfirmed);
  const work = block[method];
  if (block.meta.category !== 'list' || !work)
    throw new TandemError('invalid_input', `Block "${blockId}" is a ${block.type} and has no items.`);
  const isNew = method === 'pushItem' || method === 'unshiftItem';
  const index = args[0] ?? -1;
  if (!isNew && (index < 0 || index >= located.tree.items.length))
    throw new TandemError('conflict', 'This item was removed in the meantime. Check the page and try again.');
  if (isNew) (work as () => void)();
  else (work as (index: number) => void)(index);
}

/** The block, if a person can use it now; undefined if it cannot be used and nobody meant to. */
function reach(session: AppSession, call: Of<'triggerEvent'>): Located | undefined {
  try {
    const located = checkedBlock(session, call.blockId);
    checkUsable(located.tree.block);
    return located;
  } catch (error) {
    if (isUnintended(call) && error instanceof TandemError) return undefined;
    throw error;
  }
}

/** Code of the app can send calls, too, so what needs approval is confirmed outside the frame of the app. */
function checkConfirmed(session: AppSession, located: Located, isConfirmed: boolean): void {
  const guard = isConfirmed ? undefined : guardOf(session, located);
  if (guard !== undefined) throw new ConfirmationNeeded(guard);
}

function toInput(given: unknown): Record<string, unknown> | undefined {
  const input = fromBrowser(given, 'The input');
  return isRecord(input) ? input : undefined;
}
