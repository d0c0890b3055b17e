import { z } from 'zod';
import { defineTool, type Tool } from '../../area/tool.ts';
import { TandemError } from '../../errors.ts';
import type { App, AppMenuItem, AppPage } from '../app/app.ts';
import { isPageForAgents } from '../bridge/page-config.ts';
import type { AppTools } from './app-tools.ts';
import { sessionIdInput } from './shared-input.ts';

interface ListedPage {
  pageId: string;
  title: string;
  auth: 'public' | 'protected';
  /** Where it stands in the menus, e.g. "Sales > Invoices". */
  menu?: string;
}

export function createGetPages(apps: AppTools): Tool {
  return defineTool({
    name: 'get_pages',
    title: 'List pages',
    description: 'The pages of the app that you may open.',
    input: z.strictObject({
      ...sessionIdInput,
      query: z.string().max(200).optional(),
      limit: z.int().min(1).max(200).optional(),
      cursor: z.string().max(100).optional(),
    }),
    output: z.object({
      pages: z.array(
        z.object({ pageId: z.string(), title: z.string(), auth: z.string(), menu: z.string().optional() }),
      ),
      hidden: z.string().optional(),
      cursor: z.string().optional(),
    }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    async handle({ sessionId, query = '', limit = 100, cursor }, ctx) {
      const user = ctx.principal.user;
      const record = await ctx.sessions.get(ctx.principal, sessionId);
      if (record.kind !== 'app' || record.status !== 'open')
        throw new TandemError(
          'ended',
          `Session "${sessionId}" is not an open session of an app. Make a new one with session_create.`,
        );
      const { app } = await apps.of(record, 'get_pages');
      const { pages, hidden } = await listPages(app, user);
      const wanted = query.toLowerCase();
      const found = pages.filter((page) =>
        `${page.pageId} ${page.title} ${page.menu ?? ''}`.toLowerCase().includes(wanted),
      );
      const from = cursor === undefined ? 0 : Number(cursor);
      if (!Number.isInteger(from) || from < 0)
        throw new TandemError('invalid_input', 'cursor must come from an earlier answer.');
      const shown = found.slice(from, from + limit);
      const next = from + limit < found.length ? String(from + limit) : undefined;
      const notes = [hidden, next && `There are more: call again with cursor "${next}".`].filter(Boolean);
      return {
        text: JSON.stringify(shown),
        ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
        structured: { pages: shown, ...(hidden ? { hidden } : {}), ...(next ? { cursor: next } : {}) },
      };
    },
  });
}

async function listPages(app: App, user: Record<string, unknown> | null) {
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
    excluded > 0 && `${excluded} pages are not for agents (mcp.exclude).`,
  ].filter(Boolean);
  return { pages, hidden: reasons.length > 0 ? reasons.join(' ') : undefined };
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
