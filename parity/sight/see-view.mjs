import moment from 'moment';
import { seeChatView, seeConversationsView } from './see-chat-view.mjs';

/**
 * What the bridge shows of each block, in the terms of client/see-page.mjs: by block id, the texts that a person
 * would see on a screen. What agents are told beyond that (events, limits, options not folded out) is left out.
 */
export function seeView(view, types) {
  const seen = {};
  for (const node of view.nodes) visit(node);
  return seen;

  function visit(node, page = false) {
    const type = types.get(node.id) ?? node.type;
    if (node.id !== undefined) {
      const facts = seeNode(node, type);
      if (facts) seen[node.id] = { type, ...facts };
    } else if (node.tag === 'menu' && !page && node.type !== 'Breadcrumb') seen['(menu)'] ??= menuOf(node);
    // A menu that drops down is not the page's.
    for (const child of node.children ?? []) visit(child, node.tag === 'menu' || type === 'DropdownMenu');
  }
}

const partsOf = (node, ...kinds) => (node.parts ?? []).filter((part) => kinds.includes(part.kind));
const fieldOf = (node, name) => partsOf(node, 'field').find((part) => part.name === name)?.value;
const factOf = (node, fact) => partsOf(node, 'fact').find((part) => part.fact === fact)?.value;
const titleOf = (node) => partsOf(node, 'title')[0]?.text;

function wordsOf(node, ...fields) {
  const words = (node.parts ?? []).flatMap((part) => {
    if (part.kind === 'title' || part.kind === 'text') return part.text;
    if (part.kind === 'field' && fields.includes(part.name)) return asText(part.value);
    return [];
  });
  return words.length > 0 ? { words: words.join(' ') } : {};
}

function asText(value) {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function menuOf(node) {
  const titles = (node.children ?? []).map((item) => item.attributes?.title ?? titleOf(item) ?? '');
  return { menu: titles };
}

function seeNode(node, type) {
  const see = SEE[type];
  if (see) return see(node);
  if (node.tag === 'input') return seeInput(node, type);
  return wordsOf(node);
}

function seeInput(node, type) {
  const { attributes = {} } = node;
  const label = titleOf(node);
  const kind =
    attributes.validation === 'error' ? 'error' : attributes.validation === 'warning' ? 'warning' : null;
  const feedback = kind && partsOf(node, kind)[0]?.text;
  const see = VALUES[type] ?? ((value) => ({ value: asText(value) }));
  const notes = partsOf(node, 'note').map((part) => part.text);
  return {
    ...(label !== undefined && { label }),
    ...(label !== undefined && attributes.required && { required: true }),
    ...(feedback && { feedback }),
    ...(notes.length > 0 && !kind && type !== 'CheckboxSwitch' && { extra: notes.join(' ') }),
    ...(attributes.disabled && { disabled: true }),
    ...see(factOf(node, 'value') ?? null, node),
  };
}

/** Days are compared as the pickers write them. */
const dates = (format) => (value) => ({ value: value === null ? '' : moment.utc(value).format(format) });

const labelOf = (node) => {
  const options = partsOf(node, 'options')[0]?.options ?? [];
  return (value) => {
    const option = options.find((one) => JSON.stringify(one.value) === JSON.stringify(value));
    return option && (option.label ?? asText(option.value));
  };
};
const chosen = (value, node) => ({
  value: [value ?? []].flat().flatMap((one) => labelOf(node)(one) ?? []),
});
const boxes = (value, node) => ({
  options: (partsOf(node, 'options')[0]?.options ?? []).map(({ value: of, label }) => label ?? asText(of)),
  ...chosen(value, node),
});

const VALUES = {
  Selector: chosen,
  MultipleSelector: chosen,
  RadioSelector: boxes,
  ButtonSelector: boxes,
  CheckboxSelector: boxes,
  Switch: (value) => ({ value }),
  CheckboxSwitch: (value, node) => ({
    value,
    ...(partsOf(node, 'note')[0] && { words: partsOf(node, 'note')[0].text }),
  }),
  DateSelector: dates('YYYY-MM-DD'),
  DateTimeSelector: dates('YYYY-MM-DD HH:mm'),
  MonthSelector: dates('YYYY-MM'),
  WeekSelector: (value) => ({
    value: value === null ? '' : moment.utc(value).startOf('week').format('YYYY-wo'),
  }),
  DateRangeSelector: (value) => ({ value: value?.length ? value.map((one) => one.slice(0, 10)) : ['', ''] }),
  PhoneNumberInput: (value) => ({ value: asText(value?.input), number: asText(value?.phone_number) }),
};

function seeTabs(node) {
  const tabs = (node.children ?? []).filter((child) => child.tag === 'tab');
  return {
    tabs: tabs.map(({ attributes = {} }) => ({
      title: attributes.title ?? attributes.key,
      active: attributes.active === true,
      disabled: attributes.disabled === true,
    })),
  };
}

function seeList(node) {
  const actions = node.actions ?? [];
  const items = node.attributes?.items ?? 0;
  return {
    ...wordsOf(node),
    items,
    ...(items === 0 && { empty: partsOf(node, 'note')[0]?.text ?? '' }),
    adds: actions.includes('pushItem'),
    removes: actions.includes('removeItem') ? items : 0,
  };
}

function seeTable(node) {
  const table = partsOf(node, 'table')[0];
  const selected = fieldOf(node, 'Selected rows');
  return {
    columns: table?.columns ?? [],
    ...(selected && { selected }),
    total: table?.total ?? 0,
    rows: table?.rows ?? [],
  };
}

function seeModal(node) {
  const open = node.attributes?.open === true;
  if (!open) return { open };
  const hasButtons = (node.events ?? []).includes('onOk');
  return {
    open,
    title: titleOf(node) ?? '',
    ...(hasButtons && {
      buttons: [factOf(node, 'cancelButton') ?? 'Cancel', factOf(node, 'okButton') ?? 'Ok'],
    }),
  };
}

const SEE = {
  AgentChat: seeChatView,
  AgentConversations: seeConversationsView,
  // Part of the chat that it is in.
  Message: () => undefined,
  Button: (node) => ({ ...wordsOf(node), ...(node.attributes?.disabled && { disabled: true }) }),
  Tabs: seeTabs,
  Collapse: seeTabs,
  ControlledList: seeList,
  List: () => ({}),
  Modal: seeModal,
  Drawer: (node) => {
    const { open, title } = seeModal(node);
    return { open, ...(open && { title }) };
  },
  ConfirmModal: (node) => {
    const open = node.attributes?.open === true;
    if (!open) return { open };
    const buttons = (node.events ?? []).includes('onCancel')
      ? [factOf(node, 'cancelButton') ?? 'Cancel']
      : [];
    const words = [wordsOf(node).words, ...buttons, factOf(node, 'okButton') ?? 'Ok'];
    return { open, words: words.filter(Boolean).join(' ') };
  },
  Pagination: (node) => {
    const { current, pageSize } = factOf(node, 'value') ?? {};
    return {
      // It begins on page 0, which is none.
      page: current ? String(current) : '',
      // Drawn only where it can be changed.
      size: fieldOf(node, 'Page sizes') ? String(pageSize ?? 10) : '',
      ...(node.attributes?.disabled && { disabled: true }),
    };
  },
  TitleInput: (node) => ({ value: asText(factOf(node, 'value')) }),
  ParagraphInput: (node) => ({ value: asText(factOf(node, 'value')) }),
  Statistic: (node) => wordsOf(node, 'Value'),
  Progress: (node) => ({ words: `${asText(fieldOf(node, 'Percent'))}%` }),
  Descriptions: (node) => ({
    words: (node.parts ?? [])
      .map((part) => (part.kind === 'field' ? `${part.name} ${asText(part.value)}` : part.text))
      .join(' '),
  }),
  Badge: (node) => wordsOf(node, 'Count', 'Badge'),
  Comment: (node) => wordsOf(node, 'Time'),
  Menu: menuOf,
  Breadcrumb: (node) => ({ crumbs: menuOf(node).menu }),
  Icon: () => ({}),
  EChart: () => ({}),
  QRScanner: () => ({}),
};
for (const theme of ['Alpine', 'AlpineDark', 'Balham', 'BalhamDark', 'Material'])
  for (const kind of ['AgGrid', 'AgGridInput']) SEE[`${kind}${theme}`] = seeTable;
