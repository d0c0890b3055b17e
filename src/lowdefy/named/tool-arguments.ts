import { z } from 'zod';
import type { BuiltForm } from './built-page.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Control, Controls } from './named-tool.ts';

const CONTROLS: Record<Control, JsonSchema> = {
  sessionId: { type: 'string' },
  urlQuery: { type: 'object' },
  input: { type: 'object' },
};

/** The arguments of a page's tool: its fields, the session to run in, and what the page reads of its address. */
export function withControls(
  schema: JsonSchema & { properties: Record<string, JsonSchema> },
  { blocks, requests }: Pick<BuiltForm, 'blocks' | 'requests'>,
): { inputSchema: JsonSchema; controls: Controls } {
  const text = JSON.stringify([blocks[0]?.block, [...requests.values()].map(({ payload }) => payload)]);
  const names: Control[] = [
    'sessionId',
    ...(/"_url_query"/.test(text) ? (['urlQuery'] as const) : []),
    ...(/"_input"/.test(text) ? (['input'] as const) : []),
  ];
  const properties = { ...schema.properties };
  const controls: Controls = {};
  for (const name of names) {
    const key = Object.hasOwn(schema.properties, name) ? `_${name}` : name;
    controls[name] = key;
    properties[key] = CONTROLS[name];
  }
  return { inputSchema: { ...schema, properties }, controls };
}

/** What a form returns. */
export const outcomeOutput = z.object({
  ok: z.boolean(),
  requestResults: z.array(z.unknown()).optional(),
  messages: z.array(z.string()).optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  page: z.string().optional(),
  sessionId: z.string().optional(),
});
export type Outcome = z.infer<typeof outcomeOutput>;

/** As listed: every tool has it, so it is as short as it can be. */
export const OUTCOME_SCHEMA: JsonSchema = {
  type: 'object',
  properties: { ok: { type: 'boolean' } },
  required: ['ok'],
};
