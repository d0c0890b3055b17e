import { z } from 'zod';
import { toFlatSchema } from '../../area/to-flat-schema.ts';
import { TandemError } from '../../errors.ts';
import { isSecretName } from '../../lib/secret-name.ts';

/** One question of a tool: the schema of its answer, alone or with a schema of what the question shows. */
export type ElicitEntry = z.ZodObject | { response: z.ZodObject; context?: z.ZodObject };

/** The questions of a tool by key, as passed to `.elicits()`. */
export type ElicitMap = Record<string, ElicitEntry>;

/** An entry in its normalized form. */
export interface Elicit {
  response: z.ZodObject;
  context?: z.ZodObject;
  /** The answer's schema for the wire and for pages. */
  json: Record<string, unknown>;
  /** Whether MCP clients may show it as a form: flat, with primitives and choices, and nothing secret. */
  mcpCompatible: boolean;
}

/** The type of the answer to a question. */
export type ResponseOf<E extends ElicitEntry> = E extends { response: infer R extends z.ZodObject }
  ? z.output<R>
  : E extends z.ZodObject
    ? z.output<E>
    : never;

/** The type of what a question shows. Without a declared schema, any object. */
export type ContextOf<E extends ElicitEntry> = E extends { context: infer C extends z.ZodObject }
  ? z.output<C>
  : Record<string, unknown>;

/** What `ctx.elicit` takes: the message and the data that the question shows. */
export type ElicitInput<E extends ElicitEntry> = { message: string } & (E extends {
  context: infer C extends z.ZodObject;
}
  ? z.input<C>
  : Record<string, unknown>);

export function toElicits(tool: string, map: ElicitMap): Record<string, Elicit> {
  return Object.fromEntries(Object.entries(map).map(([key, entry]) => [key, toElicit(tool, key, entry)]));
}

function toElicit(tool: string, key: string, entry: ElicitEntry): Elicit {
  // A schema has no property `response`: a field of that name is in its shape.
  const { response, context } =
    entry !== null && typeof entry === 'object' && 'response' in entry && !isObjectSchema(entry)
      ? entry
      : { response: entry as z.ZodObject, context: undefined };
  if (!isObjectSchema(response) || (context !== undefined && !isObjectSchema(context)))
    throw new TandemError(
      'invalid_input',
      `Tool "${tool}", .elicits(): "${key}" must be a z.object(…), or { response: z.object(…), context?: z.object(…) }.`,
    );
  if (context && 'message' in context.shape)
    throw new TandemError(
      'invalid_input',
      `Tool "${tool}", .elicits(): the context of "${key}" must not have a field "message"; that is the question itself.`,
    );
  return { response, ...(context ? { context } : {}), ...toJson(tool, key, response) };
}

function toJson(tool: string, key: string, response: z.ZodObject): Pick<Elicit, 'json' | 'mcpCompatible'> {
  try {
    const json = { ...toFlatSchema(response) };
    // Secrets must not pass through a client and its model: such a question is asked on our page only.
    return { json, mcpCompatible: !Object.keys(json.properties).some(isSecretName) };
  } catch {
    try {
      const { $schema: _, ...json } = z.toJSONSchema(response, { io: 'input' });
      return { json, mcpCompatible: false };
    } catch (cause) {
      throw new TandemError(
        'invalid_input',
        `Tool "${tool}", .elicits(): the schema of "${key}" cannot be expressed as JSON Schema (${cause instanceof Error ? cause.message : cause}). Use strings, numbers, booleans, choices, arrays and objects.`,
        { cause },
      );
    }
  }
}

/** By its shape, not by its class: a tool may bring its own copy of zod. */
function isObjectSchema(value: unknown): value is z.ZodObject {
  return (
    value !== null &&
    typeof value === 'object' &&
    '_zod' in value &&
    (value as z.ZodObject)._zod.def.type === 'object'
  );
}
