import { blocksOf, categoryOf, contextOf, rootOf } from './engine-shape.mjs';
import { seeChat, seeConversations } from './see-chat.mjs';

/**
 * What a person sees of each block, read off the screen: by block id, plain texts. Only which blocks the page has
 * and of what type they are comes from the engine; the rest is what the components drew.
 */
export function seePage(lowdefy) {
  const seen = {};
  const context = contextOf(lowdefy);
  if (!context?._internal.onInitDone) return seen;
  for (const block of blocksOf(rootOf(context))) {
    const facts = seeBlock(block, categoryOf(lowdefy, block));
    if (facts) seen[block.blockId] = { type: block.type, ...facts };
  }
  return seen;
}

function seeBlock(block, category) {
  const opening = OPENING[block.type]?.(block);
  // It is drawn apart from the page, and outlives its block.
  if (opening?.open && block.type === 'ConfirmModal') return opening;
  const frame = document.getElementById(`bl-${block.blockId}`);
  if (!frame) return undefined;
  // A closed one is told of where it could be opened: not in something that is closed itself.
  if (opening?.open) return opening;
  if (!isOnScreen(frame)) return undefined;
  if (opening) return opening;
  const see = SEE[block.type];
  if (see === null) return {};
  if (see) return see(frame, block);
  return category === 'input' ? seeInput(frame, block) : wordsOf(frame);
}

/** Drawn, and in no place that is folded away. Empty ones count: they are there. */
export function isOnScreen(element) {
  for (let one = element; one; one = one.parentElement) {
    const style = getComputedStyle(one);
    if (style.display === 'none' || style.visibility === 'hidden') return false;
  }
  return true;
}

const inOther = (frame, element) => element.closest('[id^="bl-"]') !== frame;
const own = (frame, selector) => [...frame.querySelectorAll(selector)].filter((one) => !inOther(frame, one));
const first = (frame, selector) => own(frame, selector)[0];

/** Not text: icons have titles, and a comment shows the first letters of its author. */
const HIDDEN_IN_TEXT =
  '[id^="bl-"], style, script, svg, .ant-select-dropdown, .ant-picker-dropdown, .ant-comment-avatar';

/** The text of an element without the blocks in it. */
export function textOf(element) {
  if (!element) return '';
  const copy = element.cloneNode(true);
  for (const other of copy.querySelectorAll(HIDDEN_IN_TEXT)) other.remove();
  for (const line of copy.querySelectorAll('br, p, div, li, td, th, h1, h2, h3, h4, h5')) line.before(' ');
  for (const item of copy.querySelectorAll('ul > li')) if (item.textContent.trim()) item.prepend('- ');
  return copy.textContent.replace(/\s+/g, ' ').trim();
}

function wordsOf(element) {
  const words = textOf(element);
  return words ? { words } : {};
}

const OPENING = {
  Modal: (block) => seeModal(block.blockId),
  Drawer: (block) => seeDrawer(block.blockId),
  ConfirmModal: (block) => {
    const box = confirmOf(block);
    // Newer ones have a heading besides, for those who listen.
    return { open: box !== undefined, ...wordsOf(box?.querySelector('.ant-modal-confirm-body-wrapper')) };
  },
};

function seeInput(frame, block) {
  const label = first(frame, '.ant-form-item-label > label');
  const control = first(frame, '.ant-form-item-control-input-content') ?? frame;
  const feedback = first(frame, '.ant-form-item-explain-error, .ant-form-item-explain-warning');
  const extra = feedback ? undefined : first(frame, '.ant-form-item-extra');
  const see = VALUES[block.type] ?? seeText;
  return {
    ...(label && { label: textOf(label) }),
    ...(label?.classList.contains('ant-form-item-required') && { required: true }),
    ...(feedback && { feedback: textOf(feedback) }),
    ...(extra && { extra: textOf(extra) }),
    ...(isDisabled(control) && { disabled: true }),
    ...see(control, block),
  };
}

function isDisabled(control) {
  const parts = [...control.querySelectorAll('input, textarea, button, [role="slider"]')].filter(
    (one) => !one.closest('.ant-select-dropdown, .ant-picker-dropdown'),
  );
  return (
    parts.length > 0 && parts.every((one) => one.disabled || one.getAttribute('aria-disabled') === 'true')
  );
}

const seeText = (control) => ({ value: control.querySelector('input, textarea')?.value ?? '' });
/** What stands in a select; antd 6 has no element around the one that is chosen. */
const CHOSEN = '.ant-select-selection-item, .ant-select-single > .ant-select-content-has-value';
const seeChosen = (control) => ({ value: [...control.querySelectorAll(CHOSEN)].map(textOf) });
const seeBoxes = (wrapper, checked) => (control) => {
  const boxes = [...control.querySelectorAll(wrapper)];
  return {
    options: boxes.map(textOf),
    value: boxes.filter((box) => box.classList.contains(checked)).map(textOf),
  };
};

const VALUES = {
  Selector: seeChosen,
  MultipleSelector: seeChosen,
  RadioSelector: seeBoxes('.ant-radio-wrapper', 'ant-radio-wrapper-checked'),
  ButtonSelector: seeBoxes('.ant-radio-button-wrapper', 'ant-radio-button-wrapper-checked'),
  CheckboxSelector: seeBoxes('.ant-checkbox-wrapper', 'ant-checkbox-wrapper-checked'),
  Switch: (control) => ({
    value: control.querySelector('[role="switch"]')?.getAttribute('aria-checked') === 'true',
  }),
  CheckboxSwitch: (control) => ({
    value: control.querySelector('input')?.checked === true,
    ...wordsOf(control.querySelector('.ant-checkbox + span')),
  }),
  ColorSelector: (control) => {
    const swatch = control.querySelector('.ant-color-picker-color-block-inner');
    if (swatch) return { value: toHex(getComputedStyle(swatch).backgroundColor) };
    // An empty one shows its prefix.
    return { value: seeText(control).value.replace(/^#$/, '') };
  },
  DateRangeSelector: (control) => ({ value: [...control.querySelectorAll('input')].map((one) => one.value) }),
  RatingSlider: (control) => {
    const slider = control.querySelector('[role="slider"]');
    const now = slider?.getAttribute('aria-valuenow');
    const isLowest = now === slider?.getAttribute('aria-valuemin');
    const isOff = control.querySelector('.ant-checkbox-checked') !== null;
    return { value: isOff ? 'N/A' : isLowest ? '' : (now ?? '') };
  },
  PhoneNumberInput: (control) => ({
    value: control.querySelector('input[id$="_input"]:not([role="combobox"])')?.value ?? '',
    region: textOf(control.querySelector(CHOSEN)),
  }),
};

const toHex = (color) => {
  const [red, green, blue, alpha = 1] = color.match(/[\d.]+/g).map(Number);
  const parts = [red, green, blue, ...(alpha < 1 ? [Math.round(alpha * 255)] : [])];
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
};

function seeGrid(frame) {
  const columns = own(frame, '.ag-header-cell')
    .toSorted((a, b) => a.getAttribute('aria-colindex') - b.getAttribute('aria-colindex'))
    .map((cell) => textOf(cell));
  const rows = new Map();
  for (const row of own(frame, '.ag-row')) {
    const index = Number(row.getAttribute('row-index'));
    const cells = [...row.querySelectorAll('.ag-cell')].map((cell) => [
      Number(cell.getAttribute('aria-colindex')),
      textOf(cell),
    ]);
    rows.set(index, [...(rows.get(index) ?? []), ...cells]);
  }
  const inOrder = [...rows.entries()].toSorted(([a], [b]) => a - b);
  const selected = own(frame, '.ag-center-cols-container .ag-row-selected').map((row) =>
    Number(row.getAttribute('row-index')),
  );
  return {
    columns,
    ...(selected.length > 0 && { selected: selected.toSorted() }),
    total: Number(first(frame, '[aria-rowcount]')?.getAttribute('aria-rowcount') ?? 1) - 1,
    rows: inOrder.map(([, cells]) => cells.toSorted(([a], [b]) => a - b).map(([, text]) => text)),
  };
}

function seeModal(blockId) {
  const box = modalOf(blockId);
  if (!box) return { open: false };
  const footer = box.querySelector('.ant-modal-footer');
  return {
    open: true,
    title: textOf(box.querySelector('.ant-modal-title')),
    ...buttonsOf(footer),
  };
}

/** Its own two; an app can put others in their place, which are blocks. */
function buttonsOf(footer) {
  const buttons = [...(footer?.querySelectorAll(':scope > .ant-btn') ?? [])].map(textOf);
  return buttons.length > 0 ? { buttons } : {};
}

/** The dialog on the screen that holds this modal's content. */
export function modalOf(blockId) {
  const frame = document.getElementById(blockId);
  const key = Object.keys(frame ?? {}).find((name) => name.startsWith('__reactFiber$'));
  const box = key && dialogBelow(frame[key]);
  return box && isOnScreen(box) ? box : undefined;
}

/** A modal is drawn at the end of the page; only React knows where. */
function dialogBelow(fiber) {
  for (let at = fiber.child; at; at = at.child ?? at.sibling)
    if (at.stateNode instanceof HTMLElement && at.stateNode.matches('.ant-modal-wrap')) return at.stateNode;
    else if (at.stateNode instanceof HTMLElement) {
      const wrap = at.stateNode.matches('.ant-modal-root') && at.stateNode.querySelector('.ant-modal-wrap');
      if (wrap) return wrap;
    }
  return undefined;
}

function seeDrawer(blockId) {
  const box = drawerOf(blockId);
  return box ? { open: true, title: textOf(box.querySelector('.ant-drawer-title')) } : { open: false };
}

export function drawerOf(blockId) {
  const box = document.getElementById(`ar-${blockId}-content`)?.closest('.ant-drawer-open');
  return box && isOnScreen(box) ? box : undefined;
}

/** Confirmations know nothing of their blocks; the one with this block's title, or the only one. */
export function confirmOf(block) {
  const open = [...document.querySelectorAll('.ant-modal-confirm')].filter(isOnScreen);
  const title = String(block.eval?.properties?.title ?? '');
  return open.findLast((one) => textOf(one.querySelector('.ant-modal-confirm-title')) === title);
}

function seeTabs(frame) {
  const tabs = own(frame, '.ant-tabs-tab').map((tab) => ({
    title: textOf(tab),
    active: tab.classList.contains('ant-tabs-tab-active'),
    disabled: tab.classList.contains('ant-tabs-tab-disabled'),
  }));
  return { tabs };
}

function seeCollapse(frame) {
  const tabs = own(frame, '.ant-collapse-item').map((item) => ({
    title: textOf(item.querySelector('.ant-collapse-header-text, .ant-collapse-title')),
    active: item.classList.contains('ant-collapse-item-active'),
    disabled: item.classList.contains('ant-collapse-item-disabled'),
  }));
  return { tabs };
}

function seeList(frame) {
  const list = first(frame, '.ant-list');
  const items = own(frame, '.ant-list-item');
  return {
    ...wordsOf(first(frame, '.ant-list-header .ant-typography')),
    items: items.length,
    ...(items.length === 0 && { empty: textOf(list?.querySelector('.ant-list-empty-text')) }),
    adds: own(frame, '[id$="_add_button"]').length > 0,
    removes: own(frame, '[id$="_remove_icon"]').length,
  };
}

const seeMenu = (frame) => ({
  menu: [...frame.querySelectorAll('.ant-menu-root > .ant-menu-item, .ant-menu-root > .ant-menu-submenu')]
    .filter((item) => isOnScreen(item) && !item.getAttribute('aria-hidden'))
    .map(textOf),
});

/** By type, where the words alone do not say it; null for what says nothing that is compared. */
const SEE = {
  AgentChat: seeChat(textOf),
  AgentConversations: seeConversations(textOf),
  Button: (frame) => ({
    ...wordsOf(first(frame, '.ant-btn')),
    ...(first(frame, '.ant-btn')?.disabled && { disabled: true }),
  }),
  Tabs: seeTabs,
  Collapse: seeCollapse,
  ControlledList: seeList,
  PageHeaderMenu: seeMenu,
  PageSiderMenu: seeMenu,
  Pagination: (frame) => ({
    page: textOf(first(frame, '.ant-pagination-item-active')),
    size: textOf(first(frame, CHOSEN)).replace(/ .*/, ''),
    ...(first(frame, '.ant-pagination-disabled:not(.ant-pagination-prev):not(.ant-pagination-next)') && {
      disabled: true,
    }),
  }),
  TitleInput: (frame) => ({ value: textOf(first(frame, '.ant-typography')) }),
  ParagraphInput: (frame) => ({ value: textOf(first(frame, '.ant-typography')) }),
  Tag: (frame) => (first(frame, '.ant-tag-hidden') ? {} : wordsOf(frame)),
  Img: (frame) => ({ words: frame.querySelector('img')?.getAttribute('alt') ?? '' }),
  Progress: (frame) => ({ words: textOf(frame) }),
  Breadcrumb: (frame) => ({ crumbs: own(frame, '.ant-breadcrumb-link').map(textOf) }),
  Carousel: null,
  EChart: null,
  Icon: null,
  QRScanner: null,
};
for (const theme of ['Alpine', 'AlpineDark', 'Balham', 'BalhamDark', 'Material'])
  for (const kind of ['AgGrid', 'AgGridInput']) SEE[`${kind}${theme}`] = seeGrid;
