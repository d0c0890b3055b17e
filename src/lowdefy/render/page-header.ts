import type { ViewNode } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { field, note, presentAttributes, title } from './block-node.ts';
import { keyedMenu } from './menus.ts';
import type { RenderContext } from './render-context.ts';
import { addressText, asRecord, plainText } from './shown-text.ts';

/** The header of a page since 5: notifications, and the user's own menu. */
export function headerActions(block: BlockSnapshot, context: RenderContext): ViewNode[] {
  return [...notificationsOf(block), ...profileOf(block, context)];
}

function notificationsOf({ properties }: BlockSnapshot): ViewNode[] {
  if ((properties.notifications ?? null) === null) return [];
  const { title: name, link, count, dot, showZero } = asRecord(properties.notifications);
  const { pageId, url } = asRecord(link);
  const shown = {
    title: plainText(name) ?? 'Notifications',
    pageId: plainText(pageId),
    url: addressText(url),
    count: typeof count === 'number' && (count !== 0 || showZero === true) ? count : undefined,
    dot: dot === true,
  };
  const isLink = shown.pageId !== undefined || shown.url !== undefined;
  if (isLink) return [{ tag: 'link', attributes: presentAttributes(shown) }];
  const parts = [
    title(shown.title),
    field('Count', shown.count),
    shown.dot ? note('Marked with a dot') : undefined,
  ];
  return [{ tag: 'display', parts: parts.filter((part) => part !== undefined) }];
}

function profileOf({ blockId, properties }: BlockSnapshot, context: RenderContext): ViewNode[] {
  if ((properties.profile ?? null) === null) return [];
  const { title: name, avatar, links } = asRecord(properties.profile);
  const parts = [title(name ?? 'Profile'), field('Avatar', plainText(asRecord(avatar).content))];
  const shown = parts.filter((part) => part !== undefined);
  const [menu] = keyedMenu(links, { blockId, event: 'onProfileMenuClick' }, context);
  return [{ ...(menu ?? { tag: 'menu' }), parts: [...shown, ...(menu?.parts ?? [])] }];
}
