import { z } from 'zod';
import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import { type AppEndpoint, payloadSchemaOf } from './endpoints.ts';

const MAX_DEPTH = 3;
const MAX_CHARACTERS = 600;

/** A JSON Schema as an agent reads it, in one line: `{ name: string (What it is), qty?: integer }`. */
export function toShortSchema(schema: Record<string, unknown>): string {
  const text = typeText(schema, 0);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)} …` : text;
}

/** Lowdefy itself does not validate payloads, so a misspelled key would count as missing. */
export function checkPayload(endpoint: AppEndpoint, payload: unknown): void {
  const { endpointId } = endpoint;
  const payloadSchema = payloadSchemaOf(endpoint);
  const schema = payloadSchema && toZod(payloadSchema);
  const issues = schema?.safeParse(payload).error?.issues ?? [];
  if (!payloadSchema || issues.length === 0) return;
  const wrong = issues.map(({ path, message }) => {
    const key = path.length > 0 ? `"${path.join('.')}"` : 'the payload';
    return `${key}: ${message.replace(/^Invalid input: /, '')}`;
  });
  throw new TandemError(
    'invalid_input',
    `The payload of endpoint "${endpointId}" is not valid: ${wrong.join('; ')}. It takes ${toShortSchema(payloadSchema)}.`,
  );
}

/** Undefined if the schema contains something that cannot be validated here. */
function toZod(schema: Record<string, unknown>): z.ZodType | undefined {
  try {
    // A payload is an object; without a type, nothing would be checked.
    return z.fromJSONSchema({ type: 'object', ...schema }, { defaultTarget: 'draft-7' });
  } catch {
    return undefined;
  }
}

function typeText(schema: unknown, depth: number): string {
  if (!isRecord(schema)) return 'any';
  const union = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(union)) return union.map((one) => typeText(one, depth + 1)).join(' | ');
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (isRecord(schema.properties)) return depth > MAX_DEPTH ? 'object' : objectText(schema, depth);
  if (schema.type === 'array') {
    const item = typeText(schema.items, depth + 1);
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
  }
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  return typeof schema.type === 'string' ? schema.type : 'any';
}

function objectText({ properties, required }: Record<string, unknown>, depth: number): string {
  const needed = new Set(Array.isArray(required) ? required : []);
  const keys = Object.entries(isRecord(properties) ? properties : {}).map(([key, inner]) => {
    const note = isRecord(inner) && typeof inner.description === 'string' ? ` (${inner.description})` : '';
    return `${key}${needed.has(key) ? '' : '?'}: ${typeText(inner, depth + 1)}${note}`;
  });
  return keys.length > 0 ? `{ ${keys.join(', ')} }` : '{}';
}
