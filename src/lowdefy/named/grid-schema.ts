import { isRecord } from '../../lib/is-record.ts';
import type { JsonSchema } from './json-schema.ts';

const TYPES: Record<string, JsonSchema> = {
  text: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  dateString: { type: 'string', format: 'date' },
};

/** All rows, each by the fields of its columns. A row can have more fields than are shown, such as its id. */
export function gridInputSchema({ columnDefs }: Record<string, unknown>): JsonSchema {
  const properties = Object.fromEntries(columnsIn(columnDefs).map((column) => [column.field, column.schema]));
  return {
    type: 'array',
    items: { type: 'object', ...(Object.keys(properties).length > 0 && { properties }) },
  };
}

function columnsIn(columns: unknown): { field: string; schema: JsonSchema }[] {
  if (!Array.isArray(columns)) return [];
  return columns.filter(isRecord).flatMap((column) => {
    if (column.children !== undefined) return columnsIn(column.children);
    const { field, headerName, cellDataType } = column;
    // A field such as `address.city` is a path into the row, which a flat list of keys cannot say.
    if (typeof field !== 'string' || field === '' || field.includes('.')) return [];
    const isNamed = typeof headerName === 'string' && headerName.toLowerCase() !== field.toLowerCase();
    const known = typeof cellDataType === 'string' ? TYPES[cellDataType] : undefined;
    return [{ field, schema: { ...known, ...(isNamed && { description: headerName }) } }];
  });
}
