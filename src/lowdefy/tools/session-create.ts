import { z } from 'zod';
import { defineTool, type Tool } from '../../area/tool.ts';

const base = {
  name: z.string().trim().min(1).max(200).describe('Short name for the work, e.g. "Q1 invoices"'),
  description: z.string().max(2000).optional(),
};

/** With several apps, a session is created for the one that is named; with one app, for that. */
export function createSessionCreate(apps: readonly string[]): Tool {
  const [first, ...others] = apps;
  const shape = others.length > 0 ? { ...base, app: z.enum(apps as [string, ...string[]]) } : base;
  return defineTool({
    name: 'session_create',
    title: 'Create session',
    description:
      'Start a named, persistent session; other tools need its sessionId. Sessions survive restarts.',
    input: z.strictObject(shape),
    output: z.object({ sessionId: z.string(), name: z.string() }),
    annotations: { readOnlyHint: false, destructiveHint: false },
    async handle(input, { sessions, principal, signal }) {
      const {
        name,
        description,
        app = first,
      } = input as { name: string; description?: string; app?: string };
      const data = app === undefined ? {} : { app };
      const record = await sessions.create(principal, { kind: 'app', name, description, data }, signal);
      return { structured: { sessionId: record.sessionId, name: record.name } };
    },
  });
}
