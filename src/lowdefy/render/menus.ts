import type { ViewNode } from '../../view/view-node.ts';
import { fact, presentAttributes, title, toNode } from './block-node.ts';
import type { BlockRender, RenderContext } from './render-context.ts';
import { addressText, asArray, asRecord, plainText } from './shown-text.ts';

/** Deeper than any menu is drawn. */
const DEEPEST_MENU = 5;

export const renderMenu: BlockRender = (block, context) => [
  toNode('menu', block, { children: linksOf(block.properties, context) }),
];

export const renderBreadcrumb: BlockRender = (block) => [
  toNode('menu', block, { children: asArray(block.properties.list).map(toCrumb) }),
];

export function crumbsOf(list: unknown): ViewNode[] {
  const crumbs = asArray(list).map(toCrumb);
  return crumbs.length > 0 ? [{ tag: 'menu', type: 'Breadcrumb', children: crumbs }] : [];
}

function toCrumb(crumb: unknown): ViewNode {
  const { label, pageId, url } = asRecord(crumb);
  const name = plainText(label) ?? plainText(typeof crumb === 'object' ? (pageId ?? url) : crumb);
  return link({ title: name, pageId: plainText(pageId), url: addressText(url) });
}

/** Its own links, otherwise those of a menu of the app: the one it names, `default`, or the first. */
export function linksOf(properties: Record<string, unknown>, context: RenderContext): ViewNode[] {
  if (Array.isArray(properties.links)) return properties.links.flatMap((item) => toLink(item, context, 0));
  const wanted = plainText(properties.menuId) ?? 'default';
  const menu = context.menus.find(({ menuId }) => menuId === wanted) ?? context.menus[0];
  return (menu?.links ?? []).flatMap((item) => toLink(item, context, 0));
}

/** A menu whose items trigger an event of a block, each by its key. */
export function keyedMenu(
  links: unknown,
  { blockId, event }: { blockId: string; event: string },
  context: RenderContext,
): ViewNode[] {
  const children = asArray(links).flatMap((item) => toLink(item, context, 0, true));
  if (children.length === 0) return [];
  const how = fact('chooseItem', { blockId, event, payload: { key: 'KEY' } });
  return [{ tag: 'menu', ...(how && { parts: [how] }), children }];
}

function toLink(item: unknown, context: RenderContext, depth: number, isKeyed = false): ViewNode[] {
  const { type, id, menuItemId, pageId, url, properties, links } = asRecord(item);
  if (type === 'MenuDivider' || depth > DEEPEST_MENU) return [];
  const name = asRecord(properties).title ?? pageId ?? url ?? menuItemId ?? id;
  const target = plainText(pageId);
  if (type === 'MenuGroup') {
    const inside = asArray(links).flatMap((item) => toLink(item, context, depth + 1, isKeyed));
    const heading = title(name);
    return [
      {
        tag: 'menu',
        ...(target !== undefined && { attributes: { pageId: target } }),
        ...(heading && { parts: [heading] }),
        ...(inside.length > 0 && { children: inside }),
      },
    ];
  }
  const current = target !== undefined && target === context.pageId;
  const shortcut = plainText(asRecord(properties).shortcut);
  const facts = { title: plainText(name), pageId: target, url: addressText(url), current, shortcut };
  if (!isKeyed) return [link(facts)];
  return [link({ key: plainText(id), ...facts, disabled: Boolean(asRecord(properties).disabled) })];
}

function link(facts: NonNullable<ViewNode['attributes']>): ViewNode {
  const attributes = presentAttributes(facts);
  return { tag: 'link', ...(attributes && { attributes }) };
}
