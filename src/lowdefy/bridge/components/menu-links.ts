import { TandemError } from '../../../errors.ts';
import { asPayload } from './gesture-step.ts';

/** A link in a menu that an app configures in a block. */
export interface MenuLink {
  id?: unknown;
  type?: unknown;
  pageId?: unknown;
  url?: unknown;
  newTab?: unknown;
  properties?: Record<string, unknown>;
  links?: MenuLink[];
}

interface Chosen {
  /** For the app's Link. */
  link: Record<string, unknown>;
  /** What the component reports. */
  event: { key: string; keyPath: string[]; pageId: unknown; url: unknown };
}

/** The link that a payload names by key or title, with what the component reports when it is clicked. */
export function chooseLink(blockId: string, links: MenuLink[], payload: unknown, event: string): Chosen {
  const all = clickable(links, []);
  const { key, title } = asPayload(payload);
  const wanted = key ?? title;
  const found =
    all.find((one) => one.key === wanted) ??
    all.find(({ link }) => wanted !== undefined && titleOf(link) === wanted);
  if (!found) {
    const keys = all.map((one) => `"${one.key}"`).join(', ');
    throw new TandemError(
      'invalid_input',
      `${event} of "${blockId}" needs the payload {"key": "KEY"}, with one of ${keys || 'its items; it has none now'}.`,
    );
  }
  const { link, path } = found;
  if (link.properties?.disabled)
    throw new TandemError('forbidden', `The item "${found.key}" of "${blockId}" is disabled.`);
  const { pageId, url } = link;
  return {
    link: {
      ...link,
      url: url ?? link.properties?.url,
      newTab: link.newTab ?? link.properties?.newTab,
    },
    event: { key: found.key, keyPath: [found.key, ...path], pageId, url },
  };
}

/** Groups only open; their entries can be clicked. */
function clickable(links: MenuLink[], path: string[]): { key: string; link: MenuLink; path: string[] }[] {
  return links.flatMap((link) => {
    if (link === null || typeof link !== 'object' || link.type === 'MenuDivider') return [];
    const key = String(link.id);
    return link.type === 'MenuGroup'
      ? clickable(Array.isArray(link.links) ? link.links : [], [key, ...path])
      : [{ key, link, path }];
  });
}

function titleOf({ id, properties, pageId, url }: MenuLink): unknown {
  return properties?.title ?? pageId ?? url ?? id;
}
