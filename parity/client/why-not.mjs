import { contextOf, rootOf } from './engine-shape.mjs';
import { confirmOf, drawerOf, isOnScreen, modalOf } from './see-page.mjs';

/** Why a person could not use this block now, or nothing: not there, folded away, or behind something. */
export function whyNot(lowdefy, blockId) {
  const context = contextOf(lowdefy);
  const block = context && rootOf(context).map[blockId];
  if (block?.type === 'ConfirmModal') return confirmOf(block) ? '' : 'closed';
  const frame = document.getElementById(`bl-${blockId}`);
  if (!block || !frame) return 'not there';
  if (block.type === 'Modal') return modalOf(blockId) ? '' : 'closed';
  if (block.type === 'Drawer') return drawerOf(blockId) ? '' : 'closed';
  if (!isOnScreen(frame)) return 'not on the screen';
  const covers = [...document.querySelectorAll('.ant-modal-wrap, .ant-drawer-open')].filter(isOnScreen);
  // The dialog of a search is its own.
  if (block.type === 'Search' && covers.at(-1)?.querySelector('.ant-input-prefix .anticon-search')) return '';
  if (covers.length > 0 && !covers.at(-1).contains(frame)) return 'behind what is open';
  const parts = [...frame.querySelectorAll('input, textarea, button')].filter(
    (one) =>
      one.closest('[id^="bl-"]') === frame && !one.closest('.ant-select-dropdown, .ant-picker-dropdown'),
  );
  if (parts.length > 0 && parts.every((one) => one.disabled)) return 'disabled';
  return '';
}

/**
 * Why an option cannot be chosen, where looking for it would be noticed: the app hears of it when somebody comes to the
 * field. Elsewhere it is tried.
 */
export function whyNoChoice(lowdefy, blockId, label) {
  const { Events, eval: evaluated } = rootOf(contextOf(lowdefy)).map[blockId];
  if (!Events.events.onFocus && !Events.events.onBlur) return '';
  const option = (evaluated.properties.options ?? []).find(
    (one) => String(one?.label ?? one?.value ?? one) === label,
  );
  return !option ? 'no such option' : option.disabled ? 'the option is disabled' : '';
}
