import { z } from 'zod';
import { defineTool, type Tool } from '../../area/tool.ts';
import { TandemError } from '../../errors.ts';
import { APP_KINDS } from '../app-sessions.ts';
import type { AppTools } from './app-tools.ts';
import { sessionIdInput } from './shared-input.ts';

export function createGetPages(apps: AppTools): Tool {
  return defineTool({
    name: 'get_pages',
    title: 'List pages',
    description: 'List the pages you may open and the endpoints for callApi.',
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
      endpoints: z.array(z.unknown()).optional(),
      hidden: z.string().optional(),
      cursor: z.string().optional(),
    }),
    annotations: { readOnlyHint: true, openWorldHint: false },
    async handle({ sessionId, query = '', limit = 100, cursor }, ctx) {
      const user = ctx.principal.user;
      const record = await ctx.sessions.get(ctx.principal, sessionId);
      if (!APP_KINDS.includes(record.kind) || record.status !== 'open')
        throw new TandemError(
          'ended',
          `Session "${sessionId}" is not an open session of an app. Create a new one with session_create.`,
        );
      const runner = await apps.of(record, 'get_pages');
      const { pages, endpoints, hidden } = await runner.pages(user);
      const wanted = query.toLowerCase();
      const isFound = (...words: (string | undefined)[]) => words.join(' ').toLowerCase().includes(wanted);
      const found = [
        ...pages.filter((page) => isFound(page.pageId, page.title, page.menu)),
        ...endpoints.filter((endpoint) => isFound(endpoint.endpointId, endpoint.description)),
      ];
      const from = cursor === undefined ? 0 : Number(cursor);
      if (!Number.isInteger(from) || from < 0)
        throw new TandemError('invalid_input', 'cursor must come from an earlier result.');
      const part = found.slice(from, from + limit);
      const shown = part.filter((one) => 'pageId' in one);
      const callable = part.filter((one) => 'endpointId' in one);
      const next = from + limit < found.length ? String(from + limit) : undefined;
      const news = apps.buildNotices.of(sessionId, runner);
      const notes = [
        news?.error ?? news?.warnings?.join(' '),
        hidden,
        callable.length > 0 && `Endpoints that you may call with callApi: ${JSON.stringify(callable)}.`,
        next && `There are more; call again with cursor "${next}".`,
      ].filter(Boolean);
      return {
        text: JSON.stringify(shown),
        ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
        structured: {
          pages: shown,
          ...(callable.length > 0 && { endpoints: callable }),
          ...(hidden && { hidden }),
          ...(next && { cursor: next }),
        },
      };
    },
  });
}
