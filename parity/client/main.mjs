// The real client with every block that needs no outside service, started the way the stock server starts it.
import { Client, serializer, types } from 'lowdefy-packages';
import { createElement, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { blocksOf, contextOf, rootOf } from './engine-shape.mjs';
import { Frame } from './frame.mjs';
import { createRouter } from './router.mjs';
import { confirmOf, drawerOf, modalOf, seePage, textOf } from './see-page.mjs';
import { whyNoChoice, whyNot } from './why-not.mjs';

const { work } = window.parity;

function Link({ href, replace: _replace, scroll: _scroll, children, onClick, ...props }) {
  const url = router.toUrl(href);
  const follow = (event) => {
    onClick?.(event);
    event.preventDefault();
    void router.push(href);
  };
  return createElement('a', { ...props, href: url, onClick: follow }, children);
}

const lowdefy = {};
const router = createRouter({ fetch: work.fetch });

function App({ first }) {
  const [shown, setShown] = useState(first);
  useEffect(() => router.onPage(setShown), []);
  window.parity.redraw = () => setShown((now) => ({ ...now }));
  const { rootConfig, pageConfig, user, jsMap } = shown;
  const client = createElement(Client, {
    auth: { session: user ? { user } : undefined, authConfig: { configured: user !== null, providers: [] } },
    Components: { Head: () => null, Link },
    config: { rootConfig, pageConfig },
    jsMap,
    lowdefy,
    router,
    stage: 'dev',
    types,
    window,
  });
  return createElement(Frame, { lowdefy, rootConfig }, client);
}

const counts = new Map();
const counted = new WeakSet();
const root = document.getElementById('root');
Object.assign(window.parity, {
  serialize: (value) => serializer.serialize(value ?? null),
  see: () => seePage(lowdefy),
  textOf,
  whyNot: (blockId) => whyNot(lowdefy, blockId),
  buttonOf,
  countValues,
  whyNoChoice: (blockId, label) => whyNoChoice(lowdefy, blockId, label),
  /** What was said since this was last asked. */
  messages: () => work.notices.splice(0).map(noticeText),
});
createRoot(root).render(createElement(App, { first: await router.load(window.location) }));

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
    window.parity.redraw();
  }
  const count = counts.get(blockId) ?? 0;
  counts.delete(blockId);
  return count;
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
function buttonOf(blockId, name) {
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
