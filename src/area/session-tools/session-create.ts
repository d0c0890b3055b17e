import { z } from 'zod';
import { defineTool } from '../tool.ts';

export const sessionCreate = defineTool({
  name: 'session_create',
  title: 'Create session',
  description:
    'Start a named, persistent session and get its sessionId, which other tools need. Sessions survive restarts.',
  input: z.strictObject({
    name: z.string().trim().min(1).max(200).describe('Short name of the work, e.g. "Q1 invoices"'),
    description: z.string().max(2000).optional(),
  }),
  output: z.object({ sessionId: z.string(), name: z.string() }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async handle({ name, description }, { sessions, principal }) {
    const record = await sessions.create(principal, { kind: 'app', name, description });
    return { structured: { sessionId: record.sessionId, name: record.name } };
  },
});
