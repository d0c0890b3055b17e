import { TandemError } from '../../../errors.ts';
import type { Triggered } from '../../engine/engine-types.ts';
import type { AppSession } from '../app-session.ts';
import { toGesture } from '../components/gestures.ts';
import { reportEvent } from '../event-failure.ts';
import { isUpload } from '../files/file-blocks.ts';
import { uploadFiles } from '../files/upload-files.ts';
import { checkUsable } from '../locate-block.ts';
import { newUiState } from '../ui-state.ts';
import { convertValue } from '../values/convert-value.ts';
import { isToldOf, toChanges } from '../values/input-changes.ts';
import { isInput } from '../values/is-input.ts';
import { checkPlain } from '../values/plain-value.ts';
import type { GivenFiles } from './action.ts';
import { canContinue } from './can-continue.ts';
import { bubbleClick } from './clicks.ts';
import { checkedBlock, reachBlock } from './reach-block.ts';
import { setList } from './set-list.ts';

/** Throws what `setValue` would refuse the value with, as far as that is known without doing it. */
export function checkValue(session: AppSession, blockId: string, given: unknown): void {
  const { block } = checkedBlock(session, blockId).tree;
  checkUsable(block);
  if (isUpload(block))
    throw new TandemError('invalid_input', `"${blockId}" uploads files, which only setValue does.`);
  if (isInput(block)) convertValue(block, given, session.page.ui);
}

/** Sets a block's value as a person's input would: checked, converted if that is safe, then onChange. */
export async function setValue(
  session: AppSession,
  blockId: string,
  given: unknown,
  files?: GivenFiles,
): Promise<void> {
  const located = await reachBlock(session, blockId);
  const { tree } = located;
  const { block } = tree;
  checkUsable(block);
  if (block.meta.category === 'list') {
    setList(session, tree, given);
    return;
  }
  if (!block.setValue)
    throw new TandemError('invalid_input', `Block "${blockId}" is a ${block.type} and takes no value.`);
  if (isUpload(block)) return uploadFiles(session, located, given, files);
  if (block.type === 'Pagination') {
    checkPlain(given, `The value for "${blockId}"`);
    const result = toGesture(tree, 'onChange', given, newUiState())();
    const clicks = bubbleClick(located);
    reportEvent(session.recorder, await result);
    await Promise.all(clicks);
    return;
  }
  const { value, converted } = convertValue(block, given, session.page.ui);
  session.recorder.note(converted ? { converted } : {});
  // An empty field has nothing to clear it with.
  if (value === null && (block.value === null || block.value === undefined)) return;
  for (const [number, change] of toChanges(block, value, session.page.ui).entries()) {
    if (number > 0 && !canContinue(session, block, change)) break;
    if (change.warning !== undefined) session.recorder.warn(change.warning);
    const before = block.value;
    const clicks = change.click === 'first' ? bubbleClick(located) : [];
    const told: Triggered[] = (change.before ?? []).map((event) => block.triggerEvent(event));
    // The option itself is chosen, so a copy goes into the state: changes there must not change the option.
    if ('value' in change) block.setValue(structuredClone(change.value));
    const isTold = isToldOf(change, before, block.value);
    if (isTold) told.push(...change.events.map((event) => block.triggerEvent(event)));
    if (change.click === 'last') clicks.push(...bubbleClick(located));
    for (const result of await Promise.all(told)) reportEvent(session.recorder, result);
    await Promise.all(clicks);
  }
}
