import { TandemError } from '../../errors.ts';

/*
 * What a question shows is sent in three places, because real clients drop one or another: `_meta` of the question, a
 * keyword of its schema, and the end of its message.
 */

export const META_KEY = 'tandem/model-context';
const SCHEMA_KEY = 'x-model-context';
/** Another name for it elsewhere; understood, never written. */
const OTHER_KEY = 'x-elicit-context';

const MARKER = /^--x-(?:model|elicit)-context:[ \t]*([^\s;]+)[^\n]*$/gm;
const MARKER_LINE = /^(?=--x-(?:model|elicit)-context:)/gm;

/** In the message, people read it and models pay for it; larger data goes into the other two places only. */
const MAX_IN_MESSAGE = 8 * 1024;
const MAX_CONTEXT = 256 * 1024;

type Context = Record<string, unknown>;

export interface EncodedQuestion {
  message: string;
  requestedSchema: Record<string, unknown>;
  _meta?: Record<string, unknown>;
}

export function encodeModelContext(question: {
  message: string;
  schema: Record<string, unknown>;
  context: Context;
}): EncodedQuestion {
  const { schema, context } = question;
  // A line in somebody's text that looks like our marker would be read as ours.
  const message = question.message.replace(MARKER_LINE, ' ');
  const json = JSON.stringify(context);
  if (json === '{}') return { message, requestedSchema: schema };
  if (json.length > MAX_CONTEXT)
    throw new TandemError(
      'limit_reached',
      `The data of the question "${message.slice(0, 60)}" is ${Math.ceil(json.length / 1024)} KB; the limit is ${MAX_CONTEXT / 1024} KB. Show less, or a link to the rest.`,
    );
  return {
    message:
      json.length > MAX_IN_MESSAGE ? message : `${message}\n\n--${SCHEMA_KEY}: application/json\n${json}`,
    requestedSchema: { ...schema, [SCHEMA_KEY]: context },
    _meta: { [META_KEY]: context },
  };
}

/** A question as a client received it. */
export interface ReceivedQuestion {
  message: string;
  /** The schema of the answer, bare or as `{ json }`. */
  schema?: unknown;
  requestedSchema?: unknown;
  _meta?: unknown;
}

/**
 * What a received question shows: from `_meta`, the schema, or the message, whichever the client preserved.
 *
 * @example
 * ```ts
 * import { extractModelContext } from 'tandem-mcp/ask';
 *
 * const { flights } = extractModelContext({
 *   message: 'Which flight?',
 *   _meta: { 'tandem/model-context': { flights: ['LH 1', 'LH 2'] } },
 * });
 * ```
 */
export function extractModelContext(question: ReceivedQuestion): Context {
  const schemas = [question.schema, question.requestedSchema, keyOf(question.schema, 'json')];
  const found = [
    keyOf(question._meta, META_KEY),
    ...schemas.flatMap((schema) => [keyOf(schema, SCHEMA_KEY), keyOf(schema, OTHER_KEY)]),
    parseMessage(question.message).context,
  ].find(isContext);
  return found ? (JSON.parse(JSON.stringify(found), withoutPrototype) as Context) : {};
}

/**
 * The message of a received question without the data encoded in it.
 *
 * @example
 * ```ts
 * import { stripModelContext } from 'tandem-mcp/ask';
 *
 * const text = stripModelContext('Which flight?\n\n--x-model-context: application/json\n{"flights":[]}');
 * // "Which flight?"
 * ```
 */
export function stripModelContext(message: string): string {
  return parseMessage(message).message;
}

/** Only the last marker counts, and only if everything after it is a JSON object: text before it may be forged. */
function parseMessage(text: string): { message: string; context?: Context } {
  const normal = text.replaceAll('\r\n', '\n');
  const last = [...normal.matchAll(MARKER)].at(-1);
  if (last?.[1] !== 'application/json') return { message: text };
  try {
    const context: unknown = JSON.parse(normal.slice(last.index + last[0].length));
    if (isContext(context)) return { message: normal.slice(0, last.index).replace(/\n{1,2}$/, ''), context };
  } catch {
    // Not ours, or truncated in transit: the message stays unchanged and readable.
  }
  return { message: text };
}

function keyOf(value: unknown, key: string): unknown {
  return value !== null && typeof value === 'object' && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}

function isContext(value: unknown): value is Context {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

function withoutPrototype(key: string, value: unknown): unknown {
  return key === '__proto__' ? undefined : value;
}
