import { isDeepStrictEqual } from 'node:util';
import { TandemError } from '../../errors.ts';
import type { BlockTree } from '../engine/engine-adapter.ts';
import type { EngineBlock, EventResult } from '../engine/engine-types.ts';
import { setOpen } from './component-methods.ts';
import { isOpening, isPanelled, panelsOf, type UiState } from './ui-state.ts';

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
  const gestures = GESTURES[block.type] ?? [];
  // Of a modal a person can only use its buttons, and only while it is open.
  if (isOpening(block.type)) return ui.open[block.blockId] ? [...gestures] : [];
  const configured = Object.keys(block.Events.events).filter((name) => !LIFE_CYCLE.has(name));
  return [...new Set([...configured, ...gestures])];
}

/** Do what the component does around an event: choose the tab, close the modal when the event succeeded. */
export async function triggerAsComponent(
  tree: BlockTree,
  name: string,
  payload: unknown,
  ui: UiState,
): Promise<EventResult> {
  const { block } = tree;
  const trigger = (event = payload) => {
    const configured = block.Events.events[name];
    // A person's pause between two clicks is not worth waiting for.
    if (configured) configured.debounce = null;
    return block.triggerEvent({ name, event });
  };
  if (isPanelled(block.type) && name === 'onChange') {
    const keys = choosePanels(tree, payload);
    ui.active[block.blockId] = keys;
    return trigger({ activeKey: block.type === 'Tabs' ? keys[0] : keys });
  }
  if (block.type.startsWith('AgGrid') && name === 'onRowClick') return trigger(toRowClick(block, payload));
  if (block.type === 'Pagination' && name === 'onChange') {
    const page = toPage(block.blockId, payload, block.value);
    block.setValue?.(page);
    return trigger(page);
  }
  if (isOpening(block.type) && GESTURES[block.type]?.includes(name)) {
    const result = await trigger();
    if (result.success === false || result.bounced) return result;
    if (block.type === 'ConfirmModal') ui.open[block.blockId] = false;
    else setOpen(block, false, ui);
    return result;
  }
  return trigger();
}

function choosePanels(tree: BlockTree, payload: unknown): string[] {
  const { blockId, type } = tree.block;
  const wanted = (payload as { activeKey?: unknown } | undefined)?.activeKey;
  const panels = panelsOf(tree);
  const keys = (Array.isArray(wanted) ? wanted : wanted === undefined ? [] : [wanted]).map(String);
  const all = panels.map((panel) => `"${panel.key}"`).join(', ');
  const example = type === 'Tabs' ? '{"activeKey": "KEY"}' : '{"activeKey": ["KEY"]}';
  if (wanted === undefined)
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

/** The row as the table has it, found by its number or by some of its fields. */
function toRowClick(block: EngineBlock, payload: unknown): object {
  const { index, row } = (payload ?? {}) as { index?: unknown; row?: unknown };
  const rows = (block.meta.category === 'input' ? block.value : block.eval?.properties?.rowData) ?? [];
  const all = Array.isArray(rows) ? (rows as Record<string, unknown>[]) : [];
  const at = Number.isInteger(index)
    ? Number(index)
    : all.findIndex((candidate) => row !== null && typeof row === 'object' && isPartOf(row, candidate));
  const found = all[at];
  if (found) return { row: found, selected: [found], index: at };
  const example = '{"index": 0} or {"row": {"id": 7}}';
  throw new TandemError(
    'invalid_input',
    `onRowClick of "${block.blockId}" needs the payload ${example}, naming one of its ${all.length} rows.`,
  );
}

function isPartOf(part: object, whole: Record<string, unknown>): boolean {
  const fields = Object.entries(part);
  return fields.length > 0 && fields.every(([key, value]) => isDeepStrictEqual(whole[key], value));
}

function toPage(
  blockId: string,
  payload: unknown,
  now: unknown,
): { current: number; pageSize: number; skip: number } {
  const before = (now ?? {}) as { current?: number; pageSize?: number };
  const { current = before.current ?? 1, pageSize = before.pageSize ?? 10 } = (payload ?? {}) as {
    current?: unknown;
    pageSize?: unknown;
  };
  if (
    !Number.isInteger(current) ||
    !Number.isInteger(pageSize) ||
    Number(current) < 1 ||
    Number(pageSize) < 1
  )
    throw new TandemError(
      'invalid_input',
      `onChange of "${blockId}" needs the payload {"current": 2, "pageSize": 10}.`,
    );
  return {
    current: Number(current),
    pageSize: Number(pageSize),
    skip: (Number(current) - 1) * Number(pageSize),
  };
}
