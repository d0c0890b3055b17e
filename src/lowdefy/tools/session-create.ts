import { z } from 'zod';
import type { CallContext } from '../../area/call-context.ts';
import { defineTool, type Tool, type ToolResult } from '../../area/tool.ts';
import { TandemError } from '../../errors.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import type { AppTools } from './app-tools.ts';
import { openPage } from './navigate.ts';
import { isSameName } from './same-name.ts';
import { formatInput, shownTarget, targetInput } from './shared-input.ts';

/** Apps with more pages list them with get_pages. */
const MAX_PAGES = 12;

const base = {
  name: z.string().trim().min(1).max(200).describe('Short name for the work, e.g. "Q1 invoices"'),
  description: z.string().max(2000).optional(),
};

const page = {
  ...targetInput,
  pageId: targetInput.pageId.optional(),
  format: formatInput.optional(),
};

type Created = Record<string, unknown> & { sessionId: string; name: string };

type Given = z.infer<z.ZodObject<typeof base & typeof page>> & { app?: string };

/** With several apps, a session is created for the one that is named; with one app, for that. */
export function createSessionCreate(apps: AppTools): Tool {
  const { names } = apps;
  const [first, ...others] = names;
  return defineTool({
    name: 'session_create',
    title: 'Create session',
    description:
      first === undefined
        ? 'Start a named, persistent session; other tools need its sessionId. Sessions survive restarts.'
        : 'Start a named, persistent session; other tools need its sessionId. With pageId it opens that page, like navigate; without, small apps list their pages. format is for the session.',
    input: z.strictObject({
      ...base,
      ...(others.length > 0 && { app: z.enum(names as [string, ...string[]]) }),
      ...(first !== undefined && page),
    }),
    ...(first !== undefined && { shownArguments: { ...shownTarget, format: { enum: formatInput.options } } }),
    // With `pages`, or `page` and `log`; spelled out, their schemas would cost every agent more than they tell.
    output: z.looseObject({ sessionId: z.string(), name: z.string() }),
    annotations: { readOnlyHint: false, destructiveHint: false },
    async handle(input, ctx) {
      const { name, description, app = first, format, pageId, ...target } = input as Given;
      const data = { ...(app !== undefined && { app }), ...(format !== undefined && { format }) };
      const { sessions, principal, signal } = ctx;
      const record = await sessions.create(principal, { kind: 'app', name, description, data }, signal);
      const created = { sessionId: record.sessionId, name: record.name };
      if (pageId !== undefined) return openAtOnce(created, { pageId, ...target }, ctx);
      const pages = first === undefined ? undefined : await listSome(record, ctx);
      return { structured: { ...created, ...(pages && { pages }) } };
    },
  });

  /** The session exists whether its first page opens or not. */
  async function openAtOnce(
    created: Created,
    target: { pageId: string },
    ctx: CallContext,
  ): Promise<ToolResult<Created>> {
    const { text = '', note } = await openPage(
      { sessionId: created.sessionId, target, options: {} },
      ctx,
      apps,
    ).catch((error: unknown): ToolResult => {
      if (!(error instanceof TandemError)) throw error;
      return { text: `The session was created, but the page did not open. ${error.message}` };
    });
    const blocks = [JSON.stringify(created), text, ...(note === undefined ? [] : [note])];
    return {
      content: blocks.map((block) => ({ type: 'text', text: block })),
      structured: {
        ...created,
        page: text,
        ...(note !== undefined && { log: JSON.parse(note) as unknown[] }),
      },
    };
  }

  /** The pages of a small app; a problem with the app is for the first call that needs it. */
  async function listSome(record: SessionRecord, { principal }: CallContext): Promise<object[] | undefined> {
    try {
      const runner = await apps.of(record, 'get_pages');
      const { pages } = await runner.pages(principal.user);
      if (pages.length > MAX_PAGES) return undefined;
      return pages.map(({ pageId, title }) => (isSameName(title, pageId) ? { pageId } : { pageId, title }));
    } catch (error) {
      if (error instanceof TandemError) return undefined;
      throw error;
    }
  }
}
