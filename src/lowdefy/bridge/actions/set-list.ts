import { TandemError } from '../../../errors.ts';
import type { BlockTree } from '../../engine/engine-adapter.ts';
import type { AppSession } from '../app-session.ts';
import { checkUsable, eachBlock, isHidden } from '../locate-block.ts';
import { convertValue } from '../values/convert-value.ts';
import { hiddenValues, putHidden, valueAtPath } from '../values/hidden-values.ts';
import { isInput } from '../values/is-input.ts';
import { assign } from './assign-state.ts';

/** Sets all items of a list at once, each field by the rules of its own block, or leaves the list unchanged. */
export function setList(session: AppSession, list: BlockTree, given: unknown): void {
  const { blockId } = list.block;
  const asArray = { ...list.block, meta: { ...list.block.meta, valueType: 'array' } };
  const { value, converted } = convertValue(asArray, given);
  const rows = value as unknown[] | null;
  if (rows?.some((row) => row === null || typeof row !== 'object' || Array.isArray(row)))
    throw new TandemError('invalid_input', `Block "${blockId}" takes an object for each item.`);
  const { state, _internal } = session.context;
  const before = session.app.packages.helpers.serializer.copy(valueAtPath(state, blockId));
  const hidden = hiddenValues(list);
  try {
    assign(session, { [blockId]: structuredClone(rows ?? []) });
    const notes = [
      ...(converted ? ['JSON text to a list'] : []),
      ...convertItems(session, blockId, rows ?? []),
    ];
    if (notes.length > 0) session.recorder.note({ converted: notes.join('; ') });
  } catch (error) {
    _internal.State.set(blockId, before);
    putHidden(hidden, _internal.State.set, (path) => valueAtPath(session.context.state, path));
    assign(session, {});
    throw error;
  }
}

/** The fields of the items, now that they have blocks. */
function convertItems(session: AppSession, listId: string, rows: unknown[]): string[] {
  const notes: string[] = [];
  const values: Record<string, unknown> = {};
  for (const { tree } of eachBlock(session.tree())) {
    const { block } = tree;
    if (!isInput(block) || !block.blockId.startsWith(`${listId}.`)) continue;
    const given = valueAtPath(rows, block.blockId.slice(listId.length + 1)) ?? null;
    if (given === null) continue;
    if (isHidden(block))
      throw new TandemError('forbidden', `Block "${block.blockId}" is hidden; a person could not fill it.`);
    checkUsable(block);
    const { value, converted } = convertValue(block, given);
    values[block.blockId] = value;
    if (converted) notes.push(`${block.blockId}: ${converted}`);
  }
  if (notes.length > 0) assign(session, values);
  return notes;
}
