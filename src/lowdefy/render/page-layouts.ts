import type { ViewNode } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { renderAreas, toNode } from './block-node.ts';
import { crumbsOf, linksOf } from './menus.ts';
import { headerActions } from './page-header.ts';
import type { BlockRender } from './render-context.ts';
import { asRecord } from './shown-text.ts';

const DARK_MODE = 'toggleDarkMode';

/** A page with a menu: the menu, then the content. */
export const renderPageWithMenu: BlockRender = (block, context) => {
  const { properties, ui } = block;
  const actions = properties.darkModeToggle && block.methods.includes(DARK_MODE) ? [DARK_MODE] : [];
  const links = linksOf({ ...asRecord(properties.menu), ...asRecord(properties.menuLg) }, context);
  const children: ViewNode[] = [
    ...(links.length > 0 ? [{ tag: 'menu' as const, children: links }] : []),
    ...headerActions(block, context),
    ...crumbsOf(asRecord(properties.breadcrumb).list),
    ...renderAreas(block, context, areasShown(block)),
  ];
  const isKept = block.events.length > 0 || actions.length > 0;
  if (!isKept) return children;
  return [toNode('container', block, { attributes: { folded: ui.folded }, children, actions })];
};

/** A standalone header: what pages have in theirs, then its own blocks. */
export const renderHeader: BlockRender = (block, context) => {
  const actions = block.properties.darkModeToggle ? block.methods : [];
  const children = [...headerActions(block, context), ...renderAreas(block, context)];
  const isKept = block.events.length > 0 || actions.length > 0;
  return isKept ? [toNode('container', block, { children, actions })] : children;
};

/** For a page with a sidebar: the areas of its sider, open or collapsed, and those that narrow windows omit. */
function areasShown({ type, areas, ui }: BlockSnapshot): string[] | undefined {
  if (type !== 'PageSidebarLayout') return undefined;
  const sider = ui.folded ? 'siderClosed' : 'siderOpen';
  return [sider, 'header', 'content', 'footer'].filter((key) => Object.hasOwn(areas, key));
}
