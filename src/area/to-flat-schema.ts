import { z } from 'zod';
import type { FlatSchema } from './input-required.ts';

const PRIMITIVE = new Set(['string', 'number', 'integer', 'boolean']);

/** The schema in the form that clients can show: an object of primitives. Throws on anything deeper. */
export function toFlatSchema(schema: z.ZodObject): FlatSchema {
  const full = z.toJSONSchema(schema, { io: 'input' });
  const properties = Object.entries(full.properties ?? {}).map(([name, property]) => {
    if (typeof property !== 'object' || !isShowable(property))
      throw new TypeError(
        `The schema of a question must be flat; "${name}" is not a string, number, boolean or choice.`,
      );
    // Clients' forms know formats, not patterns.
    const { pattern: _, ...shown } = property;
    return [name, shown] as const;
  });
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(full.required?.length ? { required: full.required } : {}),
  };
}

function isShowable(property: z.core.JSONSchema.BaseSchema): boolean {
  if (property.type === 'array') {
    const items = property.items as z.core.JSONSchema.BaseSchema | undefined;
    return items?.type === 'string' && Array.isArray(items.enum);
  }
  return typeof property.type === 'string' && PRIMITIVE.has(property.type);
}
