import type { PageView, ViewNode, ViewPart } from '../../view/view-node.ts';
import { isSameName } from './same-name.ts';

type Attributes = NonNullable<ViewNode['attributes']>;

export type AgentFormat = 'tags' | 'compact';

interface Made {
  title: string;
  format: AgentFormat;
  node: ViewNode;
}

/** What was made of each node: a page that changes a little keeps most of its nodes. */
const made = new WeakMap<ViewNode, Made>();

/**
 * A page without what tells an agent nothing: icons, styling, what is said twice, and what nobody can use now. Values
 * stay, even empty ones, so that two views can be compared.
 */
export function toAgentView(view: PageView, format: AgentFormat): PageView {
  const { title } = view;
  const isHeading = ({ tag, type, parts, events }: ViewNode) =>
    tag === 'display' && type === 'Title' && !events?.length && titleOf(parts) === title;
  const toNodes = (nodes: ViewNode[], parent?: ViewNode): ViewNode[] =>
    nodes
      .filter((node) => !isHeading(node) && !isOutOfReach(node))
      .map((node) => {
        const known = made.get(node);
        if (known?.title === title && known.format === format) return known.node;
        const agentNode = toAgentNode(node, parent);
        // A tab also depends on what is around it.
        if (node.tag !== 'tab') made.set(node, { title, format, node: agentNode });
        return agentNode;
      });
  return { ...view, nodes: toNodes(view.nodes) };

  function toAgentNode(node: ViewNode, parent: ViewNode | undefined): ViewNode {
    const pages = pagesOf(node);
    if (pages) return pages;
    const { parts, attributes, actions, children, ...own } = node;
    return {
      ...own,
      ...present('attributes', toAttributes(node, parent, format)),
      ...present(
        'actions',
        actions?.filter((name) => isUseful(name, node)),
      ),
      ...present(
        'parts',
        parts?.filter((part) => isTelling(part, node, format)),
      ),
      ...present('children', children && toNodes(children, node)),
    };
  }
}

/** A menu that leads only to pages, as one list of them; a title that says more than the id follows it. */
function pagesOf({ tag, id, parts = [], children = [] }: ViewNode): ViewNode | undefined {
  if (tag !== 'menu' || id !== undefined || children.length === 0) return undefined;
  const links = linksIn(children);
  if (!links || parts.length > 0) return undefined;
  const pages = links.map(({ title, pageId }) =>
    isSameName(String(title), String(pageId)) ? pageId : `${pageId} (${title})`,
  );
  return { tag, parts: [{ kind: 'field', name: 'Pages', value: pages }] };
}

/** The links of a menu and its groups; undefined if there is anything but links to pages. */
function linksIn(nodes: ViewNode[]): Attributes[] | undefined {
  const found: Attributes[] = [];
  for (const { tag, type, attributes = {}, children = [] } of nodes) {
    const isPage = tag === 'link' && attributes.pageId !== undefined && attributes.shortcut === undefined;
    const inside = tag === 'menu' && type === undefined ? linksIn(children) : undefined;
    if (isPage) found.push(attributes);
    else if (!inside) return undefined;
    else found.push(...(attributes.pageId === undefined ? [] : [attributes]), ...inside);
  }
  return found;
}

/** Without empty values; those of `kept` stay, because they were cleared. */
export function withoutEmpty(nodes: ViewNode[], kept?: ReadonlySet<string>): ViewNode[] {
  const toTold = (node: ViewNode): ViewNode => {
    const known = kept ? undefined : toldOf.get(node);
    if (known) return known;
    const { parts = [], children } = node;
    const isKept = node.id !== undefined && kept?.has(node.id);
    const told = isKept || !parts.some(isEmptyValue) ? parts : parts.filter((part) => !isEmptyValue(part));
    const inside = children?.map(toTold);
    const isSame = told === parts && (inside?.every((child, at) => child === children?.[at]) ?? true);
    const { parts: _, children: __, ...own } = node;
    const made = isSame ? node : { ...own, ...present('parts', told), ...present('children', inside) };
    if (!kept) toldOf.set(node, made);
    return made;
  };
  return nodes.map(toTold);
}

/** Nodes without empty values, once for each node. */
const toldOf = new WeakMap<ViewNode, ViewNode>();

export function shownValue({ parts = [] }: ViewNode): unknown {
  const part = parts.find((one) => one.kind === 'fact' && one.fact === 'value');
  return part?.kind === 'fact' ? part.value : undefined;
}

function isEmptyValue(part: ViewPart): boolean {
  return part.kind === 'fact' && part.fact === 'value' && (part.value ?? null) === null;
}

function present<K extends string, T extends readonly unknown[] | object>(
  key: K,
  value: T | undefined,
): { [Key in K]?: T } {
  const isEmpty = value === undefined || (Array.isArray(value) ? value : Object.keys(value)).length === 0;
  return (isEmpty ? {} : { [key]: value }) as { [Key in K]?: T };
}

function titleOf(parts: ViewPart[] = []): string | undefined {
  const part = parts.find(({ kind }) => kind === 'title');
  return part?.kind === 'title' ? part.text : undefined;
}

/** A closed dialog that nothing on the page opens now. */
function isOutOfReach({ tag, attributes, parts = [], actions = [] }: ViewNode): boolean {
  if (tag !== 'modal' || attributes?.open !== 'false' || actions.length > 0) return false;
  return parts.some((part) => part.kind === 'note' && part.text === 'Closed');
}

function isTelling(part: ViewPart, node: ViewNode, format: AgentFormat): boolean {
  const { id = '', parts = [] } = node;
  switch (part.kind) {
    case 'title':
      // Compact lines begin with the id; a label that only repeats it is left out.
      return format === 'tags' || node.tag !== 'input' || !isSameName(part.text, id);
    case 'hint':
      return part.name !== 'Icon' || (titleOf(parts) ?? id) === id;
    case 'fact':
      // The `rows` argument is described with the tool, and the table says which rows it shows.
      if (part.fact === 'more') return !parts.some(({ kind }) => kind === 'table');
      if (part.fact !== 'placeholder') return true;
      // People do not see it next to a value, and of a choice the options say more.
      return (shownValue(node) ?? null) === null && !parts.some(({ kind }) => kind === 'options');
    default:
      return true;
  }
}

function toAttributes(node: ViewNode, parent: ViewNode | undefined, format: AgentFormat): Attributes {
  const { tag, attributes = {}, parts = [] } = node;
  const kept = { ...attributes };
  if (kept.validation === 'success') delete kept.validation;
  if (kept.status === 'info') delete kept.status;
  if (format === 'compact' && parts.some(({ kind }) => kind === 'table')) delete kept.rows;
  if (tag === 'tab') {
    if (isSameName(String(kept.title), String(kept.key))) delete kept.title;
    if (parent?.attributes?.active === kept.key) delete kept.active;
  }
  if (tag === 'link' && isSameName(String(kept.title), String(kept.pageId))) delete kept.title;
  return kept;
}

/** In an empty list, the first item and the last are the same. */
const NEEDED_ITEMS: Record<string, number> = {
  unshiftItem: 1,
  removeItem: 1,
  moveItemUp: 2,
  moveItemDown: 2,
};

/** Methods that need more items than a list has are left out. */
function isUseful(method: string, { tag, attributes }: ViewNode): boolean {
  return tag !== 'list' || Number(attributes?.items ?? 0) >= (NEEDED_ITEMS[method] ?? 0);
}
