import { TandemError } from '../../errors.ts';
import { didYouMean } from '../../lib/nearest.ts';
import type { App, AppMenu, AppMenuItem, AppPage } from '../app/app.ts';

type User = Record<string, unknown> | null;

export function isPageForAgents(app: App, pageId: string): boolean {
  return !app.settings.exclude.includes(pageId) && app.settings.pages[pageId]?.exclude !== true;
}

/** Which pages this user may open here, without reading them. */
export function openablePages(app: App, user: User): Set<string> {
  const { authorize } = app.createApiContext(user) as { authorize(page: object): boolean };
  const pages = app.pages.filter((page) => authorize(page) && isPageForAgents(app, page.pageId));
  return new Set(pages.map((page) => page.pageId));
}

/** The page's configuration, or a clear refusal: unknown, not allowed for this user, or hidden from agents. */
export async function readPageConfig(app: App, user: User, pageId: string): Promise<object> {
  const isKnown = app.pages.some((page) => page.pageId === pageId) && isPageForAgents(app, pageId);
  const context = app.createApiContext(user);
  const config = isKnown ? await app.packages.api.getPageConfig(context, { pageId }) : null;
  if (config) return app.packages.helpers.serializer.copy(config);
  const { auth } = app.pages.find((page) => page.pageId === pageId) ?? {};
  if (isKnown && auth) throw new TandemError('forbidden', `Page "${pageId}" ${whyRefused(auth, user)}`);
  const others = [...openablePages(app, user)];
  throw new TandemError(
    'not_found',
    `Page "${pageId}" not found for this user.${didYouMean(pageId, others)}`,
  );
}

function whyRefused({ roles = [] }: AppPage['auth'], user: User): string {
  const names = roles.map((role) => `"${role}"`).join(' or ');
  const role = roles.length > 0 ? ` with the role ${names}` : '';
  if (!user) return `needs a signed-in user${role}, and this session has none (mcp.user).`;
  return roles.length > 0
    ? `needs the role ${names}, which this user does not have.`
    : 'is not open to this user.';
}

/** The menus without links to pages that are hidden from agents, and without empty groups. */
export function menusForAgents(app: App, menus: AppMenu[]): AppMenu[] {
  return menus.map((menu) => ({ ...menu, links: shown(menu.links) }));

  function shown(items: AppMenuItem[] = []): AppMenuItem[] {
    return items.flatMap((item) => {
      if (item.pageId !== undefined && !isPageForAgents(app, item.pageId)) return [];
      if (!item.links) return [item];
      const links = shown(item.links);
      return links.length > 0 ? [{ ...item, links }] : [];
    });
  }
}
