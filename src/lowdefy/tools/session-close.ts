import { z } from 'zod';
import { defineTool } from '../../area/tool.ts';

export const sessionClose = defineTool({
  name: 'session_close',
  title: 'Close session',
  description:
    'Close a session. Its history is kept for a while; it cannot be reopened. Closing twice is fine.',
  input: z.strictObject({ sessionId: z.string().min(1).max(100) }),
  output: z.object({ success: z.boolean() }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async handle({ sessionId }, { sessions, principal, signal }) {
    await sessions.close(principal, sessionId, signal);
    return { structured: { success: true } };
  },
});
