import { TandemError } from '../../../errors.ts';
import { toInternalError } from '../../../lib/internal-error.ts';
import { didYouMean } from '../../../lib/nearest.ts';
import type { AppSession } from '../app-session.ts';
import { COMPONENT_GESTURES } from '../components/component-gestures.ts';
import { closeMenus } from '../components/dropdowns.ts';
import { eventsOf, toSteps } from '../components/gestures.ts';
import { dropRepeats } from '../drawing/drop-repeats.ts';
import { reportEvent } from '../event-failure.ts';
import { checkUsable, eachBlock, isHidden } from '../locate-block.ts';
import type { LogItem } from '../recorder.ts';
import { isExcluded } from '../to-snapshot.ts';
import { isOpening } from '../ui-state.ts';
import { checkPlain } from '../values/plain-value.ts';
import type { AppAction } from './action.ts';
import { callApi } from './call-api.ts';
import { callMethod } from './call-method.ts';
import { canContinue } from './can-continue.ts';
import { bubbleClick } from './clicks.ts';
import { gestureSurroundings } from './gesture-surroundings.ts';
import { checkPageApproval, reachBlock } from './reach-block.ts';
import { setGlobal, setState, toAssignments } from './set-state.ts';
import { setValue } from './set-value.ts';

/**
 * Performs one action as a person would, or says why a person could not. Returns its log line, and those of pages it
 * led to.
 */
export async function performAction(
  session: AppSession,
  action: AppAction,
): Promise<[LogItem, ...LogItem[]]> {
  const { recorder } = session;
  const from = session.history.at(-1);
  recorder.begin(toHeading(action));
  try {
    checkSwitchedOn(session, action);
    session.beginGesture();
    leaveMenus(session, action);
    recorder.follow(await perform(session, action));
    recorder.follow(await session.settle());
  } catch (error) {
    recorder.note({ success: false, error: toReason(error, session) });
  }
  // Wherever it led, and whatever failed on the way: the next action would happen on another page.
  if (session.history.at(-1) !== from) recorder.note({ navigatedTo: session.visit.pageId });
  const item = dropRepeats(recorder.end());
  const failed = !item.success && action.type === 'triggerEvent' ? validationErrors(session) : undefined;
  if (failed) item.validation = failed;
  return [item, ...recorder.takeFollowing()];
}

function checkSwitchedOn({ app, isPerson }: AppSession, { type }: AppAction): void {
  if (!isPerson && app.settings.disabledActions.includes(type))
    throw new TandemError('forbidden', `${type} is disabled for this app (mcp.actions.${type}: false).`);
}

/** A bug of ours fails its own action only: what was done before stays done and reported. */
function toReason(error: unknown, session: AppSession): string {
  if (error instanceof TandemError) return error.message;
  const shown = toInternalError(error, 'in an action', session.app.log);
  return `${shown} Look at the page before you repeat the action.`;
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
      await setValue(session, action.blockId, action.value, action.given);
      return [];
    case 'triggerEvent':
      await triggerEvent(session, action);
      return [];
    case 'callMethod':
      await callMethod(session, action);
      return [];
    case 'setState':
      await setState(session, toAssignments(action));
      return [];
    case 'setGlobal':
      checkPageApproval(session);
      setGlobal(session, toAssignments(action));
      return [];
    case 'navigate': {
      checkPlain(action.input, 'The input');
      checkPlain(action.urlQuery, 'The urlQuery');
      const { urlQuery } = session.app.packages.helpers;
      const query = action.urlQuery ? urlQuery.stringify(action.urlQuery) : '';
      return session.navigate({ pageId: action.pageId, input: action.input, urlQuery: query });
    }
    case 'callApi':
      await callApi(session, action);
      return [];
  }
}

/** Open menus close as soon as a person uses something else on the page. */
function leaveMenus(session: AppSession, action: AppAction): void {
  const isElsewhere = 'blockId' in action && session.history.length > 0;
  if (isElsewhere && Object.keys(session.page.ui.open).length > 0)
    closeMenus(eachBlock(session.tree()), session.page.ui, action.blockId);
}

async function triggerEvent(
  session: AppSession,
  action: Extract<AppAction, { type: 'triggerEvent' }>,
): Promise<void> {
  const located = await reachBlock(session, action.blockId);
  const { tree } = located;
  const { ui } = session.page;
  checkUsable(tree.block);
  checkPlain(action.payload, 'The payload');
  if (isOpening(tree.block.type) && !ui.open[action.blockId])
    throw new TandemError(
      'forbidden',
      `"${action.blockId}" is closed, so its buttons cannot be used. Open it on the page first.`,
    );
  const component = COMPONENT_GESTURES[tree.block.type];
  const forPerson = session.isPerson ? undefined : component?.forPerson?.(toEventName(action.event));
  if (forPerson !== undefined) throw new TandemError('forbidden', forPerson);
  const event = toEventName(action.event);
  const steps = toSteps(tree, event, action.payload, gestureSurroundings(session));
  if (!steps) {
    const reason = component?.whyNot?.(tree.block, event);
    if (reason !== undefined) throw new TandemError('forbidden', reason);
    const events = eventsOf(tree, ui);
    const why = events.length === 0 ? ' It has no events now.' : didYouMean(action.event, events);
    throw new TandemError('invalid_input', `Block "${action.blockId}" has no event "${action.event}".${why}`);
  }
  for (const [number, step] of steps.entries()) {
    if (number > 0 && !canContinue(session, tree.block, step)) break;
    const { run, click } = step;
    const clicks = click === 'first' ? bubbleClick(located) : [];
    const result = run();
    if (click === 'last') clicks.push(...bubbleClick(located));
    reportEvent(session.recorder, await result);
    await Promise.all(clicks);
  }
}

/** What agents call a click. */
function toEventName(given: string): string {
  return given === 'click' ? 'onClick' : given;
}

/** Fields that show an error now. */
function validationErrors(session: AppSession): Record<string, string[]> | undefined {
  if (session.history.length === 0) return undefined;
  const errors: Record<string, string[]> = {};
  for (const { tree } of eachBlock(session.tree())) {
    const { block } = tree;
    const { validation } = block.eval ?? {};
    if (validation?.status === 'error' && !isHidden(block) && !isExcluded(block.blockId, session.settings))
      errors[block.blockId] = (validation.errors ?? []).map(String);
  }
  return Object.keys(errors).length > 0 ? errors : undefined;
}
