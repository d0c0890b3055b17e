import { isRecord } from '../../lib/is-record.ts';
import type { JsonSchema } from './json-schema.ts';

interface Group extends JsonSchema {
  type: 'object';
  properties: Record<string, JsonSchema>;
}

/**
 * The payload that a routine reads, as far as its `_payload` operators tell. If it also reads the whole payload, or
 * runs code that may, keys that are not listed are allowed.
 */
export function payloadReads(routine: unknown): JsonSchema {
  const root: Group = { type: 'object', properties: {} };
  let isOpen = false;
  walk(routine);
  return isOpen ? root : { ...root, additionalProperties: false };

  function walk(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) walk(item);
    if (!isRecord(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      if (key === '_payload') read(inner);
      // Code gets the payload as a function, and templates as an object.
      if (key === '_js' || key === '_function') isOpen = true;
      walk(inner);
    }
  }

  function read(params: unknown): void {
    const { key, default: standard } = isRecord(params) ? params : { key: params };
    if (typeof key === 'string' && key !== '') add(root, key.split('.'), typeOf(standard));
    else if (typeof key === 'number') add(root, [String(key)], {});
    else isOpen = true;
  }
}

/** Numbers and `$` in a path are items of a list. */
function add(group: Group, [name = '', ...rest]: string[], schema: JsonSchema): void {
  if (name === '__proto__') return;
  const { properties } = group;
  const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const isList = /^(\d+|\$)$/.test(rest[0] ?? '');
  if (rest.length === 0) {
    properties[name] = { ...schema, ...known };
    return;
  }
  if (isList) {
    const inside = isGroup(known?.items) ? known.items : newGroup();
    const fields = rest.slice(1);
    if (fields.length > 0) add(inside, fields, schema);
    properties[name] = {
      ...known,
      type: 'array',
      items: fields.length > 0 ? inside : (known?.items ?? schema),
    };
    return;
  }
  const inside = isGroup(known) ? known : newGroup();
  add(inside, rest, schema);
  properties[name] = inside;
}

function newGroup(): Group {
  return { type: 'object', properties: {} };
}

function isGroup(schema: unknown): schema is Group {
  return isRecord(schema) && schema.type === 'object' && isRecord(schema.properties);
}

/** A default tells the type. */
function typeOf(standard: unknown): JsonSchema {
  const type = Array.isArray(standard) ? 'array' : typeof standard;
  return ['string', 'number', 'boolean', 'array'].includes(type) ? { type, default: standard } : {};
}
