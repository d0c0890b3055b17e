import { z } from 'zod';
import type { BuiltForm } from './built-page.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Control, Controls } from './named-tool.ts';
import { readsOf } from './state-reads.ts';

const CONTROLS: Record<Control, JsonSchema> = {
  sessionId: { type: 'string' },
  urlQuery: { type: 'object' },
  input: { type: 'object' },
  offset: { type: 'integer', minimum: 0 },
  limit: { type: 'integer', minimum: 1 },
  fields: { type: 'array', items: { type: 'string' }, description: 'Keys of rows' },
  reason: { type: 'string' },
};

/** The arguments of a page's tool: its fields, the session to run in, and what the page reads of its address. */
export function withControls(
  schema: JsonSchema & { properties: Record<string, JsonSchema> },
  { blocks, requests }: Pick<BuiltForm, 'blocks' | 'requests'>,
  more: readonly Control[] = [],
): { inputSchema: JsonSchema; controls: Controls } {
  const read = [blocks[0]?.block, [...requests.values()].map(({ payload }) => payload)];
  const text = JSON.stringify(read);
  const names: Control[] = [
    'sessionId',
    ...(/"_url_query"/.test(text) ? (['urlQuery'] as const) : []),
    ...(/"_input"/.test(text) ? (['input'] as const) : []),
    ...more,
  ];
  const pathsOf = (name: Control) => (OPERATORS[name] ? readsOf(read, OPERATORS[name]) : []);
  const properties = { ...schema.properties };
  const controls: Controls = {};
  for (const name of names) {
    const key = Object.hasOwn(schema.properties, name) ? `_${name}` : name;
    controls[name] = key;
    properties[key] = { ...CONTROLS[name], ...keysIn(pathsOf(name)) };
  }
  return { inputSchema: { ...schema, properties }, controls };
}

const OPERATORS: Partial<Record<Control, string>> = { urlQuery: '_url_query', input: '_input' };

/** The keys that a page reads, without what is below them. */
function keysIn(paths: readonly string[]): { properties?: Record<string, JsonSchema> } {
  const keys = new Set(paths.map((path) => path.split('.')[0] ?? '').filter((key) => /^[\w-]+$/.test(key)));
  keys.delete('__proto__');
  return keys.size > 0 ? { properties: Object.fromEntries([...keys].map((key) => [key, {}])) } : {};
}

/** What a form returns. */
export const outcomeOutput = z.object({
  ok: z.boolean(),
  requestResults: z.array(z.unknown()).optional(),
  messages: z.array(z.string()).optional(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
  page: z.string().optional(),
  sessionId: z.string().optional(),
  /** Of a query: what the page shows, by block. */
  data: z.record(z.string(), z.unknown()).optional(),
  /** Of a query, if the page shows nothing: what its requests returned. */
  requests: z.record(z.string(), z.unknown()).optional(),
  /** Of an endpoint. */
  response: z.unknown().optional(),
  notes: z.array(z.string()).optional(),
});
export type Outcome = z.infer<typeof outcomeOutput>;

/** As listed: every tool has it, so it is as short as it can be. */
export const OUTCOME_SCHEMA: JsonSchema = { type: 'object', properties: { ok: { type: 'boolean' } } };
