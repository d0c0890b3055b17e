import type { ViewNode } from '../../view/view-node.ts';
import { renderAreas, shownAttributes, title, toNode } from './block-node.ts';
import type { BlockRender, RenderContext } from './render-context.ts';
import { addressText, asArray, asRecord, plainText } from './shown-text.ts';

/** Deeper than any menu is drawn. */
const DEEPEST_MENU = 5;

export const renderMenu: BlockRender = (block, context) => [
  toNode('menu', block, { children: linksOf(block.properties, context) }),
];

/** A page with a menu: the menu, then what is on the page. */
export const renderPageWithMenu: BlockRender = (block, context) => {
  const { properties } = block;
  const links = linksOf({ ...asRecord(properties.menu), ...asRecord(properties.menuLg) }, context);
  const children: ViewNode[] = [
    ...(links.length > 0 ? [{ tag: 'menu' as const, children: links }] : []),
    ...crumbsOf(asRecord(properties.breadcrumb).list),
    ...renderAreas(block, context),
  ];
  return block.events.length > 0 ? [toNode('container', block, { children })] : children;
};

export const renderBreadcrumb: BlockRender = (block) => [
  toNode('menu', block, { children: asArray(block.properties.list).map(toCrumb) }),
];

function crumbsOf(list: unknown): ViewNode[] {
  const crumbs = asArray(list).map(toCrumb);
  return crumbs.length > 0 ? [{ tag: 'menu', type: 'Breadcrumb', children: crumbs }] : [];
}

function toCrumb(crumb: unknown): ViewNode {
  const { label, pageId, url } = asRecord(crumb);
  const name = plainText(label) ?? plainText(typeof crumb === 'object' ? (pageId ?? url) : crumb);
  return link({ title: name, pageId: plainText(pageId), url: addressText(url) });
}

/** Links of its own, else those of a menu of the app: the one it names, `default`, or the first. */
function linksOf(properties: Record<string, unknown>, context: RenderContext): ViewNode[] {
  if (Array.isArray(properties.links)) return properties.links.flatMap((item) => toLink(item, context, 0));
  const wanted = plainText(properties.menuId) ?? 'default';
  const menu = context.menus.find(({ menuId }) => menuId === wanted) ?? context.menus[0];
  return (menu?.links ?? []).flatMap((item) => toLink(item, context, 0));
}

function toLink(item: unknown, context: RenderContext, depth: number): ViewNode[] {
  const { type, id, menuItemId, pageId, url, properties, links } = asRecord(item);
  if (type === 'MenuDivider' || depth > DEEPEST_MENU) return [];
  const name = asRecord(properties).title ?? pageId ?? url ?? menuItemId ?? id;
  const target = plainText(pageId);
  if (type === 'MenuGroup') {
    const inside = asArray(links).flatMap((item) => toLink(item, context, depth + 1));
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
  return [link({ title: plainText(name), pageId: target, url: addressText(url), current, shortcut })];
}

function link(facts: NonNullable<ViewNode['attributes']>): ViewNode {
  const attributes = shownAttributes(facts);
  return { tag: 'link', ...(attributes && { attributes }) };
}
