import { isPageForAgents } from '../bridge/page-config.ts';
import type { App, AppMenuItem, AppPage } from './app.ts';
import { type ListedEndpoint, listEndpoints } from './list-endpoints.ts';

export interface ListedPage {
  pageId: string;
  title: string;
  auth: 'public' | 'protected';
  /** Its place in the menus, e.g. "Sales > Invoices". */
  menu?: string;
}

export interface ListedPages {
  pages: ListedPage[];
  /** What `callApi` may call. */
  endpoints: ListedEndpoint[];
  /** Why other endpoints are missing. */
  hidden?: string;
}

/** The pages that a user may open and agents may see, and the endpoints that the user may call. */
export async function listPages(app: App, user: Record<string, unknown> | null): Promise<ListedPages> {
  const context = app.createApiContext(user) as { authorize(page: object): boolean };
  const { menus } = await app.packages.api.getRootConfig(context);
  const inMenu = new Map<string, { title?: string; path: string }>();
  for (const menu of menus) for (const item of menu.links) addMenu(item, [], inMenu);
  const allowed = app.pages.filter((page) => context.authorize(page));
  const pages = allowed
    .filter((page) => isPageForAgents(app, page.pageId))
    .map((page) => toListed(page, inMenu.get(page.pageId)));
  const refused = app.pages.length - allowed.length;
  const excluded = allowed.length - pages.length;
  const why = user
    ? 'this user lacks the roles'
    : 'they need a signed-in user, and this session has none (mcp.user)';
  const reasons = [
    refused > 0 && `${refused} more pages are hidden: ${why}.`,
    excluded > 0 && `${excluded} pages are excluded for agents (mcp.exclude).`,
  ].filter(Boolean);
  const endpoints = listEndpoints(app, user);
  return { pages, endpoints, ...(reasons.length > 0 && { hidden: reasons.join(' ') }) };
}

function addMenu(
  item: AppMenuItem,
  path: string[],
  found: Map<string, { title?: string; path: string }>,
): void {
  const title = item.properties?.title;
  const here = title ? [...path, title] : path;
  if (item.pageId && !found.has(item.pageId)) found.set(item.pageId, { title, path: here.join(' > ') });
  for (const inner of item.links ?? []) addMenu(inner, here, found);
}

function toListed(page: AppPage, menu: { title?: string; path: string } | undefined): ListedPage {
  return {
    pageId: page.pageId,
    title: page.title ?? menu?.title ?? page.pageId,
    auth: page.auth.public ? 'public' : 'protected',
    ...(menu?.path ? { menu: menu.path } : {}),
  };
}
