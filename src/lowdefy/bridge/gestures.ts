import { TandemError } from '../../errors.ts';
import type { BlockTree } from '../engine/engine-adapter.ts';
import type { EventResult } from '../engine/engine-types.ts';
import { setOpen } from './component-methods.ts';
import { toPageChoice } from './page-choice.ts';
import { toTableEvent } from './table-events.ts';
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
    ui.active[block.blockId] = keys;
    return trigger({ activeKey: block.type === 'Tabs' ? keys[0] : keys });
  }
  if (block.type.startsWith('AgGrid')) return trigger(toTableEvent(block, name, payload));
  if (block.type === 'Pagination' && name === 'onChange') {
    const page = toPageChoice(block, payload ?? {});
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
