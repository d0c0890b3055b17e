import { blocksOf, contextOf, rootOf } from './engine-shape.mjs';
import { confirmOf, drawerOf, modalOf, seePage, textOf } from './see-page.mjs';
import { whyNoChoice, whyNot } from './why-not.mjs';

/** Puts into `window.parity` what a driver asks of the page that a client shows. */
export function offerSight(lowdefy, { serializer, redraw }) {
  const counts = new Map();
  const counted = new WeakSet();
  Object.assign(window.parity, {
    redraw,
    serialize: (value) => serializer.serialize(value ?? null),
    see: () => seePage(lowdefy),
    textOf,
    whyNot: (blockId) => whyNot(lowdefy, blockId),
    buttonOf: (blockId, name) => buttonOf(lowdefy, blockId, name),
    countValues,
    whyNoChoice: (blockId, label) => whyNoChoice(lowdefy, blockId, label),
    /** What was said since this was last asked. */
    messages: () => window.parity.work.notices.splice(0).map(noticeText),
  });

  /** How often a block was given a value since this was last asked of it; by id, since an app can make it anew. */
  function countValues(blockId) {
    const block = [...blocksOf(rootOf(contextOf(lowdefy)))].find((one) => one.blockId === blockId);
    if (block && !counted.has(block)) {
      counted.add(block);
      const { setValue } = block;
      block.setValue = (value) => {
        counts.set(blockId, (counts.get(blockId) ?? 0) + 1);
        setValue(value);
      };
      redraw();
    }
    const count = counts.get(blockId) ?? 0;
    counts.delete(blockId);
    return count;
  }
}

function noticeText(notice) {
  const title = notice.querySelector('.ant-notification-notice-message, .ant-notification-notice-title');
  if (!title) return textOf(notice);
  return [title, notice.querySelector('.ant-notification-notice-description')]
    .map(textOf)
    .filter(Boolean)
    .join(': ');
}

/** A button of a modal, drawer or confirmation: ok, cancel or the cross. */
function buttonOf(lowdefy, blockId, name) {
  const block = rootOf(contextOf(lowdefy)).map[blockId];
  const box = { Modal: modalOf, Drawer: drawerOf, ConfirmModal: () => confirmOf(block) }[block?.type]?.(
    blockId,
  );
  if (!box) return null;
  if (block.type === 'Drawer') return box.querySelector('.ant-drawer-close');
  const buttons = box.querySelectorAll('.ant-modal-footer > .ant-btn, .ant-modal-confirm-btns > .ant-btn');
  if (name === 'ok') return buttons[buttons.length - 1] ?? null;
  if (buttons.length > 1) return buttons[0];
  return box.querySelector('.ant-modal-close');
}
