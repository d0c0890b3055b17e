import { rowsOf } from '../../dist/lowdefy/bridge/components/table-rows.js';
import { selectedRows } from '../../dist/lowdefy/bridge/components/table-selection.js';
import { closedPanels, eachBlock } from '../../dist/lowdefy/bridge/locate-block.js';
import { activeOf, panelsOf } from '../../dist/lowdefy/bridge/ui-state.js';
import { toChatActions } from './to-chat-actions.mjs';

/** The actions of `interact` for a step; a text says why there are none. */
export function toActions(session, step) {
  const { block: blockId } = step;
  const located = [...eachBlock(session.tree())].find((one) => one.tree.block.blockId === blockId);
  if (blockId !== undefined && !located) return 'not there';
  // The bridge opens tabs and panels by itself on the way to a block; a person has to, so here it must not.
  if (located && closedPanels(located, session.page.ui).length > 0) return 'in a closed panel';
  const { tree } = located ?? {};
  const set = (value) => [{ type: 'setValue', blockId, value }];
  const trigger = (event, payload) => [
    { type: 'triggerEvent', blockId, event, ...(payload === undefined ? {} : { payload }) },
  ];
  const call = (method, ...args) => [{ type: 'callMethod', blockId, method, args }];
  const inChat = toChatActions(session, step, tree?.block, trigger);
  if (inChat) return inChat;
  switch (step.do) {
    case 'click':
      return trigger('onClick');
    case 'fill':
      return set(toTyped(tree.block, step.text));
    case 'enter':
      return trigger('onPressEnter');
    case 'switch':
      return set(tree.block.value !== true);
    case 'choose':
      return chosen(tree.block, step.option, set);
    case 'clear':
      return set(null);
    case 'check':
      return tree.block.type === 'CheckboxSelector'
        ? set(toggled(tree.block, step.option))
        : set(step.option);
    case 'pick':
      return set(step.date ?? step.text);
    case 'range':
      return set(step.texts);
    case 'rate':
      return set(step.value);
    case 'tab':
      return toTab(tree, step.title, session.page.ui, trigger);
    case 'button': {
      const { type } = tree.block;
      return trigger(type === 'Drawer' ? 'onClose' : step.name === 'ok' ? 'onOk' : 'onCancel');
    }
    case 'add':
      return call(tree.block.eval?.properties?.addToFront ? 'unshiftItem' : 'pushItem');
    case 'remove':
      return call('removeItem', step.index);
    case 'call':
      return call(step.method, ...(step.args ?? []));
    case 'row':
      return trigger('onRowClick', { index: step.index });
    case 'cell':
      return trigger('onCellClick', { index: step.index, column: step.column });
    case 'page':
      return trigger('onChange', { current: step.number });
    case 'size':
      return trigger('onChange', { pageSize: step.size });
    case 'region':
      return set({ ...tree.block.value, region: step.code });
    case 'select':
      return toSelection(tree.block, step.index, session.page.ui, trigger);
    case 'write':
      if (!rowsOf(tree.block)[step.index]) return `no row ${step.index}`;
      return set(
        rowsOf(tree.block).map((row, i) => (i === step.index ? { ...row, [step.column]: step.text } : row)),
      );
    case 'close':
      return trigger('onClose');
    case 'slide':
      return call('goTo', { slide: step.key });
    case 'mark':
      return set(step.value);
    case 'step':
      return trigger('onChange', { current: step.index });
    case 'item':
      return trigger(step.event);
    case 'edit':
      return set(step.text);
    case 'node':
      return set(step.path.length > 1 ? step.path : step.path[0]);
    case 'day':
      return set(step.date);
    case 'card':
      return toCard(tree.block, step.button, session.page.ui, trigger);
    case 'find':
      return trigger('onSearch', { value: step.text });
    case 'result':
      return trigger('onSelect', { index: step.index });
    case 'recent':
      return trigger('onSearch', { recent: step.index });
    case 'search':
      return [...trigger('onSearch', { value: step.text }), ...chosen(tree.block, step.option, set)];
    case 'goto':
      return [
        {
          type: 'navigate',
          pageId: step.pageId,
          ...(step.urlQuery && { urlQuery: step.urlQuery }),
          ...(step.input && { input: step.input }),
        },
      ];
    case 'menu':
      return [{ type: 'navigate', pageId: step.pageId }];
    case 'wait':
      return [];
    case 'restart':
      return 'restart';
  }
  throw new Error(`no step ${step.do}`);
}

function toTyped(block, text) {
  if (block.type === 'NumberInput') return text === '' ? null : Number(text);
  if (block.type === 'PhoneNumberInput') return { ...block.value, input: text };
  return text;
}

function chosen(block, option, set) {
  return set(block.type === 'MultipleSelector' ? toggled(block, option) : option);
}

/** The labels chosen after a click on one of them. */
function toggled(block, label) {
  const options = (block.eval?.properties?.options ?? []).map((one) =>
    one !== null && typeof one === 'object' ? one : { value: one },
  );
  const labelOf = (value) => {
    const option = options.find((one) => JSON.stringify(one.value) === JSON.stringify(value));
    return option ? String(option.label ?? option.value) : value;
  };
  const now = (block.value ?? []).map(labelOf);
  return now.includes(label) ? now.filter((one) => one !== label) : [...now, label];
}

/** Cards have a number, and the last one another event. */
function toCard(block, button, ui, trigger) {
  const at = Number(ui.active[block.blockId]?.[0] ?? 0);
  if (button === 'next' || button === 'previous')
    return trigger('onChange', { current: at + (button === 'next' ? 1 : -1) });
  return trigger(button === 'finish' ? 'onFinish' : 'onClose');
}

/** A click on the box before a row selects it, or no longer. */
function toSelection(block, index, ui, trigger) {
  const rows = rowsOf(block);
  const selected = selectedRows(block, ui);
  if (!rows[index]) return `no row ${index}`;
  if (!selected.includes(rows[index]) && block.Events.events.onRowSelected)
    return trigger('onRowSelected', { index });
  const others = selected.filter((row) => row !== rows[index]);
  const chosen = others.length < selected.length ? others : [...selected, rows[index]];
  return trigger('onSelectionChanged', { selected: chosen.map((row) => rows.indexOf(row)) });
}

function toTab(tree, title, ui, trigger) {
  const properties = tree.block.eval?.properties ?? {};
  const named =
    properties.tabs ?? properties.panels ?? panelsOf(tree).map(({ key }) => ({ key, title: key }));
  const key = named.find((one) => (one.title ?? one.key) === title)?.key;
  if (key === undefined) return `no tab ${title}`;
  if (tree.block.type === 'Tabs') return trigger('onChange', { activeKey: key });
  const open = activeOf(tree, ui);
  const isOpen = open.includes(key);
  if (properties.accordion) return trigger('onChange', { activeKey: isOpen ? [] : [key] });
  return trigger('onChange', { activeKey: isOpen ? open.filter((one) => one !== key) : [...open, key] });
}
