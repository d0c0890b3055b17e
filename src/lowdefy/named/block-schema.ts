import { isRecord } from '../../lib/is-record.ts';
import type { JsonSchema, McpSchema, SchemaBlock } from './json-schema.ts';
import { pluginBlock } from './plugin-block.ts';
import { stockSchema } from './stock-schema.ts';

const MAX_CHARACTERS = 20_000;
const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);
/** At least one of these says what a value may be. */
const MEANING = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf'];

/**
 * The JSON Schema of the values that a block takes: its plugin's, or that of the stock block. A plugin's function is
 * code of the app, so this must not be called in the server's process with one.
 */
export function schemaOfBlock(
  block: SchemaBlock,
  mcpSchemas: Record<string, McpSchema>,
  /** Receives why a plugin's schema is not used. */
  warn: (why: string) => void = () => {},
): JsonSchema {
  const own = Object.hasOwn(mcpSchemas, block.type) ? mcpSchemas[block.type] : undefined;
  if (!own) return stockSchema(block);
  try {
    return checkSchema(own({ properties: block.properties, required: block.required }));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    warn(`mcpSchema of ${pluginBlock(block, own)} failed, so the standard schema is used: ${why}`);
    return stockSchema(block);
  }
}

/** A copy, so that nothing of the plugin's is shared. */
function checkSchema(given: unknown): JsonSchema {
  if (!isRecord(given) || given instanceof Promise) throw new TypeError('it did not return a JSON Schema.');
  const text = JSON.stringify(given);
  if (text.length > MAX_CHARACTERS) throw new TypeError(`its schema has ${text.length} characters.`);
  const schema = JSON.parse(text) as JsonSchema;
  if (!MEANING.some((key) => schema[key] !== undefined))
    throw new TypeError('its schema has no type, enum, const, anyOf, oneOf or allOf.');
  const unknown = [schema.type ?? []].flat().filter((type) => !TYPES.has(String(type)));
  if (unknown.length > 0) throw new TypeError(`its schema has the unknown type "${unknown[0]}".`);
  // It becomes a part of the schema of a tool, where a reference would lead nowhere.
  if (text.includes('"$ref"')) throw new TypeError('its schema contains "$ref".');
  return schema;
}
