import { TandemError } from '../../../errors.ts';
import type { BlockTree } from '../../engine/engine-adapter.ts';
import type { EngineBlock, EventResult, Triggered } from '../../engine/engine-types.ts';
import { isSince5, isSince45 } from '../block-generation.ts';
import { activeOf, isClosing, isOpening, isPanelled, panelsOf, setAsked, type UiState } from '../ui-state.ts';
import { currentPage, toPageChoice } from '../values/page-choice.ts';
import { isCellButton } from './cell-clicks.ts';
import { COMPONENT_GESTURES } from './component-gestures.ts';
import { setOpen } from './component-methods.ts';
import { COMPONENT_STEPS } from './component-steps.ts';
import { closeDrawer } from './drawer.ts';
import { fire } from './fire-event.ts';
import { isFocusable } from './focus.ts';
import { configuredEvents, type GestureStep, type GestureSurroundings, NOTHING } from './gesture-step.ts';
import { toTableGesture } from './table-events.ts';

/** What a component allows a person to do, whether or not the app has actions for it. */
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

/** Whichever is named, both the page and its size are chosen. */
const PAGING = new Set(['onChange', 'onSizeChange']);

/** Events that components fire by themselves, before or after something a person did. */
const OWN: Record<string, readonly string[]> = {
  Alert: ['afterClose'],
  Carousel: ['beforeChange', 'afterChange'],
};

/** The events that can be triggered on a block now. */
export function eventsOf(tree: BlockTree, ui: UiState): string[] {
  const { block } = tree;
  const inSteps = COMPONENT_STEPS[block.type];
  if (inSteps) return inSteps.eventsOf(tree, ui);
  // In a modal, a person can only use its buttons, and only while it is open.
  if (isOpening(block.type)) return ui.open[block.blockId] ? buttonsOf(tree) : [];
  const component = COMPONENT_GESTURES[block.type];
  const own = [...(OWN[block.type] ?? []), ...(component?.own ?? [])];
  const gestures = [...(GESTURES[block.type] ?? []), ...(component?.offered(block, ui) ?? [])];
  const configured = configuredEvents(block).filter((name) => !own.includes(name));
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

/** What a person does to trigger an event; undefined if it cannot be triggered now. */
export function toSteps(
  tree: BlockTree,
  name: string,
  payload: unknown,
  around: GestureSurroundings,
): GestureStep[] | undefined {
  const inSteps = COMPONENT_STEPS[tree.block.type];
  if (inSteps) return inSteps.toSteps(tree, name, payload, around);
  if (!eventsOf(tree, around.ui).includes(name)) return undefined;
  const step = { run: toGesture(tree, name, payload, around.ui), click: clickOf(tree.block, name) };
  if (name !== 'onPressEnter' || !isFocusable(tree.block)) return [step];
  // A key is pressed in a focused field.
  const trigger = (event: string) => () => tree.block.triggerEvent({ name: event });
  return [{ run: trigger('onFocus') }, step, { run: trigger('onBlur'), isLeaving: true }];
}

/** Whether an event is triggered by a click, and whether the containers around receive the click first. */
function clickOf(block: EngineBlock, name: string): 'first' | 'last' | undefined {
  const { type } = block;
  // Grids report clicks a moment later.
  if (type.startsWith('AgGrid')) {
    // Clicks on buttons in cells do not bubble.
    if (isCellButton(block, name)) return undefined;
    return name === 'onCellLink' ? 'last' : 'first';
  }
  // Clicks on tabs, and on the cross of a tag, do not bubble.
  if (type === 'Tabs' || (type === 'Tag' && name === 'onClose')) return undefined;
  return name === 'onClick' || GESTURES[type]?.includes(name) ? 'last' : undefined;
}

/** Something that a person can do now; calling it does it. */
type Gesture = () => Triggered;

/**
 * What the component does around an event: choose the tab, close the modal when the event succeeded. What cannot be
 * done with this payload is refused here, before any click.
 */
export function toGesture(tree: BlockTree, name: string, payload: unknown, ui: UiState): Gesture {
  const { block } = tree;
  const { type } = block;
  const component = COMPONENT_GESTURES[type];
  if (component?.toGesture && component.own.includes(name))
    return component.toGesture(block, name, payload, ui);
  if (isPanelled(type) && name === 'onChange') return toPanels(tree, payload, ui);
  if (isClosing(type) && name === 'onClose') return () => close(block, payload, ui);
  if (type.startsWith('AgGrid')) return toTableGesture(block, name, payload, ui);
  if (type === 'Pagination' && PAGING.has(name)) return toPage(block, payload ?? {});
  const trigger = () => block.triggerEvent({ name, event: payload });
  if (!isOpening(type) || !GESTURES[type]?.includes(name)) return trigger;
  if (type === 'Drawer' && isSince45(block)) return () => closeDrawer(block, { ui, redraw: () => {} });
  return async () => {
    const result = await trigger();
    if (result.success === false || result.bounced) return result;
    if (type === 'ConfirmModal') setAsked(ui, block.blockId, false);
    else setOpen(block, false, { ui, redraw: () => {} });
    return result;
  };
}

function toPanels(tree: BlockTree, payload: unknown, ui: UiState): Gesture {
  const { block } = tree;
  const keys = choosePanels(tree, payload);
  return async () => {
    if (block.type === 'Tabs') {
      fire(block, 'onTabClick', { key: keys[0] });
      // Clicking the open tab does nothing else.
      if (activeOf(tree, ui)[0] === keys[0]) return NOTHING;
    }
    ui.active[block.blockId] = keys;
    // Since 5, an accordion lists its one panel.
    const isOne = block.type === 'Tabs' || (block.eval?.properties?.accordion && !isSince5(block));
    return block.triggerEvent({ name: 'onChange', event: { activeKey: isOne ? keys[0] : keys } });
  };
}

async function close(block: EngineBlock, event: unknown, ui: UiState): Promise<EventResult> {
  ui.gone[block.blockId] = true;
  const closed = block.triggerEvent({ name: 'onClose', event });
  if (block.type === 'Alert') await block.triggerEvent({ name: 'afterClose' });
  return closed;
}

/** Another size is a separate change. The event's `skip` is the component's, not that of its value. */
function toPage(block: EngineBlock, payload: unknown): Gesture {
  const wanted = toPageChoice(block, payload);
  const { pageSize } = wanted;
  return async () => {
    let result = NOTHING;
    const before = currentPage(block);
    if (pageSize !== before.pageSize) {
      const { current } = toPageChoice(block, { pageSize });
      // Since 5, the size is reported with the previous page, even if that page no longer exists.
      const sized = tell(isSince5(block) ? before.current : current, 'onSizeChange');
      result = await tell(current, 'onChange');
      await sized;
    }
    if (wanted.current !== currentPage(block).current) result = await tell(wanted.current, 'onChange');
    return result;
  };

  function tell(current: number, name: string): Triggered {
    block.setValue?.({ current, pageSize, skip: (current - 1) * pageSize });
    return block.triggerEvent({ name, event: { current, pageSize, skip: current * pageSize } });
  }
}

export function choosePanels(tree: BlockTree, payload: unknown): string[] {
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
