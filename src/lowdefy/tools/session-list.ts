import { z } from 'zod';
import { defineTool } from '../../area/tool.ts';

export const sessionList = defineTool({
  name: 'session_list',
  title: 'List sessions',
  description: 'List your sessions, most recently used first. Without arguments: the last 50, of any status.',
  input: z.strictObject({
    status: z.enum(['open', 'closed', 'expired']).optional(),
    query: z.string().max(200).optional().describe('Text in the name or description'),
    limit: z.int().min(1).max(200).optional(),
    cursor: z.string().max(500).optional().describe('From an earlier result, for the next page'),
  }),
  output: z.object({
    // Item by item, their schema would cost every agent more than it tells.
    sessions: z.array(z.unknown()),
    cursor: z.string().optional(),
  }),
  annotations: { readOnlyHint: true, openWorldHint: false },
  async handle(query, { sessions, principal }) {
    const page = await sessions.list(principal, { ...query, kind: 'app' });
    // With the first page: sessions of others have an owner.
    const { status, query: text, cursor } = query;
    const ofOthers =
      cursor === undefined ? await sessions.sharing.list(principal, { status, text, kinds: ['app'] }) : [];
    const own = page.sessions.map(({ sessionId, name, description, status, pageId, updatedAt }) => ({
      sessionId,
      name,
      description,
      status,
      pageId,
      updatedAt,
    }));
    const shared = ofOthers.map(
      ({ sessionId, name, description, status, pageId, updatedAt, owner, may }) => ({
        sessionId,
        name,
        description,
        status,
        pageId,
        updatedAt,
        owner: owner.name,
        may,
      }),
    );
    const shown = [...own, ...shared];
    return {
      text: JSON.stringify(shown),
      ...(page.cursor ? { note: `There are more; call again with cursor "${page.cursor}".` } : {}),
      structured: { sessions: shown, ...(page.cursor ? { cursor: page.cursor } : {}) },
    };
  },
});
