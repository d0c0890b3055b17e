import { isDeepStrictEqual } from 'node:util';
import { TandemError } from '../../errors.ts';
import type { AppSession } from './app-session.ts';
import { convertValue } from './convert-value.ts';
import { reportEvent } from './event-failure.ts';
import { triggerAsComponent } from './gestures.ts';
import { isInput } from './is-input.ts';
import { checkUsable } from './locate-block.ts';
import { checkPlain } from './plain-value.ts';
import { checkedBlock, reachBlock } from './reach-block.ts';
import { setList } from './set-list.ts';
import { newUiState } from './ui-state.ts';

/** Throws what `setValue` would refuse the value with, as far as that can be told without doing it. */
export function checkValue(session: AppSession, blockId: string, given: unknown): void {
  const { block } = checkedBlock(session, blockId).tree;
  checkUsable(block);
  if (isInput(block)) convertValue(block, given);
}

/** Give a block a value as a person's input would: checked, converted where that is safe, then onChange. */
export async function setValue(session: AppSession, blockId: string, given: unknown): Promise<void> {
  const { tree } = await reachBlock(session, blockId);
  const { block } = tree;
  checkUsable(block);
  if (block.meta.category === 'list') {
    setList(session, tree, given);
    return;
  }
  if (!block.setValue)
    throw new TandemError('invalid_input', `Block "${blockId}" is a ${block.type} and takes no value.`);
  if (block.type === 'Pagination') {
    checkPlain(given, `The value for "${blockId}"`);
    reportEvent(session.recorder, await triggerAsComponent(tree, 'onChange', given, newUiState()));
    return;
  }
  const { value, converted } = convertValue(block, given);
  session.recorder.note(converted ? { converted } : {});
  const isText = block.type === 'TitleInput' || block.type === 'ParagraphInput';
  const before = block.value;
  // What is empty has nothing to clear it with.
  if (value === null && (before === null || before === undefined)) return;
  block.setValue(value);
  // Choosing what is chosen changes nothing; only texts that are edited in place tell of it all the same.
  if (!block.Events.events.onChange || (!isText && isDeepStrictEqual(block.value, before))) return;
  const payload = isText ? { value } : undefined;
  reportEvent(session.recorder, await triggerAsComponent(tree, 'onChange', payload, newUiState()));
}
