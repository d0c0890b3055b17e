import { TandemError } from '../../errors.ts';
import { didYouMean } from '../../lib/nearest.ts';
import type { AppAction } from './action.ts';
import { type AppSession, toMessage } from './app-session.ts';
import { convertValue } from './convert-value.ts';
import { eventsOf, triggerAsComponent } from './gestures.ts';
import { checkUsable, eachBlock, isHidden } from './locate-block.ts';
import { checkPlain } from './plain-value.ts';
import { checkApproval, reachBlock } from './reach-block.ts';
import type { LogItem } from './recorder.ts';
import { assign, setGlobal, setState, toAssignments } from './set-state.ts';

/** Do one action as a person would, or say why a person could not. Answers its log line, and those of pages it led to. */
export async function performAction(session: AppSession, action: AppAction): Promise<LogItem[]> {
  const { recorder } = session;
  recorder.begin(toHeading(action));
  let following: LogItem[] = [];
  try {
    following = await perform(session, action);
    following.push(...(await session.settle()));
  } catch (error) {
    if (!(error instanceof TandemError)) throw error;
    recorder.note({ success: false, error: error.message });
  }
  const item = recorder.end();
  const failed = !item.success && action.type === 'triggerEvent' ? validationErrors(session) : undefined;
  if (failed) item.validation = failed;
  return [item, ...following];
}

function toHeading(action: AppAction): Omit<LogItem, 'success'> {
  return {
    action: action.type,
    ...('blockId' in action ? { blockId: action.blockId } : {}),
    ...('event' in action ? { event: action.event } : {}),
    ...('pageId' in action ? { pageId: action.pageId } : {}),
  };
}

async function perform(session: AppSession, action: AppAction): Promise<LogItem[]> {
  switch (action.type) {
    case 'setValue':
      await setValue(session, action.blockId, action.value);
      return [];
    case 'triggerEvent':
      await triggerEvent(session, action);
      return [];
    case 'callMethod':
      await callMethod(session, action);
      return [];
    case 'setState':
      await setState(session, toAssignments(action), setValue);
      return [];
    case 'setGlobal':
      setGlobal(session, toAssignments(action));
      return [];
    case 'navigate': {
      checkPlain(action.input, 'The input');
      const { urlQuery } = session.app.packages.helpers;
      const query = action.urlQuery ? urlQuery.stringify(action.urlQuery) : '';
      const log = await session.navigate({ pageId: action.pageId, input: action.input, urlQuery: query });
      session.recorder.note({ navigatedTo: session.visit.pageId });
      return log;
    }
    case 'callApi':
      throw new TandemError(
        'unsupported',
        `callApi needs Lowdefy 4.5 or newer; this app runs on ${session.app.packages.version}.`,
      );
  }
}

async function setValue(session: AppSession, blockId: string, given: unknown): Promise<void> {
  const { tree } = await reachBlock(session, blockId);
  const { block } = tree;
  checkApproval(session, blockId);
  checkUsable(block);
  if (block.meta.category === 'list') {
    const { value, converted } = convertValue(
      { ...block, meta: { ...block.meta, valueType: 'array' } },
      given,
    );
    assign(session, { [blockId]: value });
    session.recorder.note(converted ? { converted } : {});
    return;
  }
  if (!block.setValue)
    throw new TandemError('invalid_input', `Block "${blockId}" is a ${block.type} and takes no value.`);
  const { value, converted } = convertValue(block, given);
  session.recorder.note(converted ? { converted } : {});
  block.setValue(value);
  if (!block.Events.events.onChange) return;
  const payload = block.type === 'TitleInput' || block.type === 'ParagraphInput' ? { value } : undefined;
  report(session, await triggerAsComponent(tree, 'onChange', payload, { open: {}, active: {} }));
}

async function triggerEvent(
  session: AppSession,
  action: Extract<AppAction, { type: 'triggerEvent' }>,
): Promise<void> {
  const { tree } = await reachBlock(session, action.blockId);
  const { ui } = session.page;
  checkApproval(session, action.blockId);
  checkUsable(tree.block);
  checkPlain(action.payload, 'The payload');
  const events = eventsOf(tree, ui);
  if (!events.includes(action.event)) {
    const why = events.length === 0 ? ' It has no events now.' : didYouMean(action.event, events);
    throw new TandemError('invalid_input', `Block "${action.blockId}" has no event "${action.event}".${why}`);
  }
  report(session, await triggerAsComponent(tree, action.event, action.payload, ui));
}

async function callMethod(
  session: AppSession,
  action: Extract<AppAction, { type: 'callMethod' }>,
): Promise<void> {
  const { tree } = await reachBlock(session, action.blockId);
  const { block } = tree;
  checkApproval(session, action.blockId);
  checkUsable(block);
  checkPlain(action.args, 'args');
  const method = Object.hasOwn(block.methods, action.method) ? block.methods[action.method] : undefined;
  if (!method) {
    const names = Object.keys(block.methods);
    const why = names.length === 0 ? ' It has no methods.' : didYouMean(action.method, names);
    throw new TandemError(
      'invalid_input',
      `Block "${action.blockId}" has no method "${action.method}".${why}`,
    );
  }
  checkIndex(tree.items.length, action);
  await method(...(action.args ?? []));
}

function checkIndex(
  items: number,
  { blockId, method, args }: Extract<AppAction, { type: 'callMethod' }>,
): void {
  if (!['removeItem', 'moveItemUp', 'moveItemDown'].includes(method)) return;
  const index = args?.[0];
  if (Number.isInteger(index) && Number(index) >= 0 && Number(index) < items) return;
  const valid = items === 0 ? 'it has no items' : `its items are 0 to ${items - 1}`;
  throw new TandemError(
    'invalid_input',
    `${method} of "${blockId}" needs an item's number in args; ${valid}.`,
  );
}

function report(session: AppSession, result: { success: boolean; error?: unknown }): void {
  if (!result.success) session.recorder.note({ success: false, error: toMessage(result.error) });
}

/** Fields that show an error now. */
function validationErrors(session: AppSession): Record<string, string[]> | undefined {
  if (session.history.length === 0) return undefined;
  const errors: Record<string, string[]> = {};
  for (const { tree } of eachBlock(session.tree())) {
    const { block } = tree;
    const { validation } = block.eval ?? {};
    if (validation?.status === 'error' && !isHidden(block))
      errors[block.blockId] = (validation.errors ?? []).map(String);
  }
  return Object.keys(errors).length > 0 ? errors : undefined;
}
