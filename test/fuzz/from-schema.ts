import type { Random } from '../random.mjs';
import { hostileText, hostileValue } from './hostile.ts';

/** As much of JSON Schema as our tools use. */
export interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}

/** Sensible values by property name. */
export type Pools = Record<string, readonly unknown[]>;

/** A value that fits a schema, mostly. */
export function fromSchema(random: Random, schema: Schema, pools: Pools, name = ''): unknown {
  const pool = Object.hasOwn(pools, name) ? pools[name] : undefined;
  if (pool && random.below(10) > 0) return random.pick(pool);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  const branches = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (branches) return fromSchema(random, random.pick(branches), pools, name);
  const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
  switch (type) {
    case 'object':
      return fromProperties(random, schema, pools);
    case 'array':
      return Array.from({ length: random.below(3) }, () =>
        fromSchema(random, schema.items ?? {}, pools, name),
      );
    case 'string':
      return hostileText(random);
    case 'integer':
      return random.below(5);
    case 'number':
      return random.next() * 10;
    case 'boolean':
      return random.below(2) === 0;
    default:
      return hostileValue(random);
  }
}

function fromProperties(random: Random, { properties = {}, required = [] }: Schema, pools: Pools) {
  const entries = Object.entries(properties).flatMap(([key, inner]): [string, unknown][] =>
    required.includes(key) || random.below(2) === 0 ? [[key, fromSchema(random, inner, pools, key)]] : [],
  );
  return Object.fromEntries(entries);
}
