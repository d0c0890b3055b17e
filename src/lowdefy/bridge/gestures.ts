import { isDeepStrictEqual } from 'node:util';
import { TandemError } from '../../errors.ts';
import type { BlockTree } from '../engine/engine-adapter.ts';
import type { EngineBlock, EventResult } from '../engine/engine-types.ts';
import { setOpen } from './component-methods.ts';
import type { Located } from './locate-block.ts';
import { toPageChoice } from './page-choice.ts';
import { toTableEvent, withColumn } from './table-events.ts';
import { activeOf, isOpening, isPanelled, panelsOf, setAsked, type UiState } from './ui-state.ts';

/** Life-cycle events: the page runs them; nobody clicks them. */
const LIFE_CYCLE = new Set(['onInit', 'onInitAsync', 'onMount', 'onMountAsync']);

/** What a component lets a person do, whether or not the app has actions for it. */
const GESTURES: Record<string, readonly string[]> = {
  Modal: ['onOk', 'onCancel'],
  ConfirmModal: ['onOk', 'onCancel'],
  Drawer: ['onClose'],
  Tabs: ['onChange'],
  Collapse: ['onChange'],
  Pagination: ['onChange'],
};

/** The events that can be triggered on a block now. */
export function eventsOf(tree: BlockTree, ui: UiState): string[] {
  const { block } = tree;
  // Of a modal a person can only use its buttons, and only while it is open.
  if (isOpening(block.type)) return ui.open[block.blockId] ? buttonsOf(tree) : [];
  const gestures = GESTURES[block.type] ?? [];
  const configured = Object.keys(block.Events.events).filter((name) => !LIFE_CYCLE.has(name));
  return [...new Set([...configured, ...gestures])];
}

function buttonsOf({ block, areas }: BlockTree): string[] {
  const { footer, status = 'confirm' } = block.eval?.properties ?? {};
  const hasOwnFooter = block.type === 'Modal' && (footer === false || areas.footer !== undefined);
  const isNotice = block.type === 'ConfirmModal' && status !== 'confirm';
  return (GESTURES[block.type] ?? []).filter((name) =>
    name === 'onOk' ? !hasOwnFooter : name === 'onCancel' ? !isNotice : true,
  );
}

/** Do what the component does around an event: choose the tab, close the modal when the event succeeded. */
export async function triggerAsComponent(
  tree: BlockTree,
  name: string,
  payload: unknown,
  ui: UiState,
): Promise<EventResult> {
  const { block } = tree;
  const trigger = (event = payload) => block.triggerEvent({ name, event });
  if (isPanelled(block.type) && name === 'onChange') {
    const keys = choosePanels(tree, payload);
    // Nothing happens to who clicks the tab that is open.
    if (block.type === 'Tabs' && activeOf(tree, ui)[0] === keys[0]) return { success: true, responses: {} };
    ui.active[block.blockId] = keys;
    const isOne = block.type === 'Tabs' || block.eval?.properties?.accordion;
    return trigger({ activeKey: isOne ? keys[0] : keys });
  }
  if (block.type.startsWith('AgGrid')) return clickTable(block, name, payload);
  if (block.type === 'Pagination' && name === 'onChange') {
    return choosePage(block, payload ?? {});
  }
  if (isOpening(block.type) && GESTURES[block.type]?.includes(name)) {
    const result = await trigger();
    if (result.success === false || result.bounced) return result;
    if (block.type === 'ConfirmModal') setAsked(ui, block.blockId, false);
    else setOpen(block, false, { ui, redraw: () => {} });
    return result;
  }
  return trigger();
}

/** A click in a table is a click on a cell and on its row, both at once. */
async function clickTable(block: EngineBlock, name: string, payload: unknown): Promise<EventResult> {
  const event = toTableEvent(block, name, payload);
  if (name !== 'onCellClick' && name !== 'onRowClick') return block.triggerEvent({ name, event });
  const cell =
    name === 'onCellClick' ? event : toTableEvent(block, 'onCellClick', withColumn(block, payload));
  const { cell: _cell, colId: _colId, ...row } = event as Record<string, unknown>;
  const results = {
    onCellClick: block.triggerEvent({ name: 'onCellClick', event: cell }),
    onRowClick: block.triggerEvent({ name: 'onRowClick', event: row }),
  };
  await Promise.all(Object.values(results));
  return results[name];
}

/** Another size is a change of its own. The event's `skip` is the component's, and not that of its value. */
async function choosePage(block: EngineBlock, payload: unknown): Promise<EventResult> {
  const before = (block.value as { pageSize?: unknown } | null)?.pageSize ?? 10;
  const page = toPageChoice(block, payload);
  const isSame = isDeepStrictEqual({ ...(block.value as object | null) }, page);
  if (isSame) return { success: true, responses: {} };
  const event = { ...page, skip: page.current * page.pageSize };
  block.setValue?.(page);
  const resized = page.pageSize === before ? undefined : block.triggerEvent({ name: 'onSizeChange', event });
  const result = await block.triggerEvent({ name: 'onChange', event });
  await resized;
  return result;
}

/** Containers that a click inside of them is a click on, too. */
const CLICKABLE = new Set(['Box', 'Card', 'List', 'Span']);

/** A click goes on to what is around: from the inside out, nobody waiting for anybody. */
export function bubbleClick(path: Located['path']): Promise<EventResult>[] {
  return path
    .map((step) => step.tree.block)
    .filter((block) => CLICKABLE.has(block.type) && block.Events.events.onClick)
    .reverse()
    .map((block) => block.triggerEvent({ name: 'onClick' }));
}

function choosePanels(tree: BlockTree, payload: unknown): string[] {
  const { blockId, type } = tree.block;
  const wanted = (payload as { activeKey?: unknown } | undefined)?.activeKey;
  const panels = panelsOf(tree);
  const keys = (Array.isArray(wanted) ? wanted : wanted === undefined ? [] : [wanted]).map(String);
  const all = panels.map((panel) => `"${panel.key}"`).join(', ');
  const example = type === 'Tabs' ? '{"activeKey": "KEY"}' : '{"activeKey": ["KEY"]}';
  if (wanted === undefined || (type === 'Tabs' && keys.length !== 1))
    throw new TandemError(
      'invalid_input',
      `onChange of "${blockId}" needs the payload ${example}, with one of ${all}.`,
    );
  for (const key of keys) {
    const panel = panels.find((candidate) => candidate.key === key);
    if (!panel) throw new TandemError('invalid_input', `"${blockId}" has no "${key}"; it has ${all}.`);
    if (panel.disabled) throw new TandemError('forbidden', `"${key}" of "${blockId}" is disabled.`);
  }
  return keys;
}
