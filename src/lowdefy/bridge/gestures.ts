import { TandemError } from '../../errors.ts';
import type { BlockTree } from '../engine/engine-adapter.ts';
import type { EngineBlock, EventResult } from '../engine/engine-types.ts';
import { setOpen } from './component-methods.ts';
import { currentPage, toPageChoice } from './page-choice.ts';
import { triggerInTable } from './table-events.ts';
import { activeOf, isClosing, isOpening, isPanelled, panelsOf, setAsked, type UiState } from './ui-state.ts';

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
  Alert: ['onClose'],
  Tag: ['onClose'],
};

/** What components tell of by themselves, after something that a person did. */
const OWN = new Set(['afterClose', 'beforeChange', 'afterChange']);

/** The events that can be triggered on a block now. */
export function eventsOf(tree: BlockTree, ui: UiState): string[] {
  const { block } = tree;
  // Of a modal a person can only use its buttons, and only while it is open.
  if (isOpening(block.type)) return ui.open[block.blockId] ? buttonsOf(tree) : [];
  const gestures = GESTURES[block.type] ?? [];
  const configured = Object.keys(block.Events.events).filter(
    (name) => !LIFE_CYCLE.has(name) && !OWN.has(name),
  );
  const all = [...new Set([...configured, ...gestures])];
  return isClosing(block.type) && !hasCross(block) ? all.filter((name) => name !== 'onClose') : all;
}

function hasCross({ type, eval: evaluated }: EngineBlock): boolean {
  const { closable, closeText } = evaluated?.properties ?? {};
  return Boolean(closable) || (type === 'Alert' && Boolean(closeText));
}

function buttonsOf({ block, areas }: BlockTree): string[] {
  const { footer, status = 'confirm' } = block.eval?.properties ?? {};
  const hasOwnFooter = block.type === 'Modal' && (footer === false || areas.footer !== undefined);
  const isNotice = block.type === 'ConfirmModal' && status !== 'confirm';
  return (GESTURES[block.type] ?? []).filter((name) =>
    name === 'onOk' ? !hasOwnFooter : name === 'onCancel' ? !isNotice : true,
  );
}

/** Whether an event is made by a click, and whether what is around hears of that before it. */
export function clickOf({ type }: EngineBlock, name: string): 'first' | 'last' | undefined {
  // Grids tell of clicks a moment later.
  if (type.startsWith('AgGrid')) return 'first';
  // Tabs, and the cross of a tag, keep their clicks to themselves.
  if (type === 'Tabs' || (type === 'Tag' && name === 'onClose')) return undefined;
  return name === 'onClick' || GESTURES[type]?.includes(name) ? 'last' : undefined;
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
    if (block.type === 'Tabs') {
      void block.triggerEvent({ name: 'onTabClick', event: { key: keys[0] } });
      // Nothing else happens to who clicks the tab that is open.
      if (activeOf(tree, ui)[0] === keys[0]) return { success: true, responses: {} };
    }
    ui.active[block.blockId] = keys;
    const isOne = block.type === 'Tabs' || block.eval?.properties?.accordion;
    return trigger({ activeKey: isOne ? keys[0] : keys });
  }
  if (isClosing(block.type) && name === 'onClose') {
    ui.gone[block.blockId] = true;
    const result = trigger();
    if (block.type === 'Alert') void block.triggerEvent({ name: 'afterClose' });
    return result;
  }
  if (block.type.startsWith('AgGrid')) return triggerInTable(block, name, payload, ui);
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

/** Another size is a change of its own. The event's `skip` is the component's, and not that of its value. */
async function choosePage(block: EngineBlock, payload: unknown): Promise<EventResult> {
  const wanted = toPageChoice(block, payload);
  const { pageSize } = wanted;
  let result: EventResult = { success: true, responses: {} };
  if (pageSize !== currentPage(block).pageSize)
    result = await tell(toPageChoice(block, { pageSize }), ['onSizeChange', 'onChange']);
  if (wanted.current !== currentPage(block).current) result = await tell(wanted, ['onChange']);
  return result;

  async function tell(page: typeof wanted, names: string[]): Promise<EventResult> {
    block.setValue?.(page);
    const event = { current: page.current, pageSize, skip: page.current * pageSize };
    const results = await Promise.all(names.map((name) => block.triggerEvent({ name, event })));
    return results.at(-1) as EventResult;
  }
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
