import type { EngineBlock } from '../../engine/engine-types.ts';
import { toShownResponse } from '../shown-response.ts';
import { columnFieldsOf, rowsOf, type TableRow } from './table-rows.ts';

const MAX_ROWS = 5;
const MAX_FIELDS = 3;

/** What rows a table has, for whoever named one that it has not: the first ones, by a few of their fields. */
export function listRows(block: EngineBlock, payload?: unknown): string {
  const rows = rowsOf(block);
  if (rows.length === 0) return 'It has no rows now.';
  const fields = fieldsToName(block, rows, payload);
  const listed = rows
    .slice(0, MAX_ROWS)
    .map((row, index) => `${index}: ${JSON.stringify(toShownResponse(pick(row, fields)))}`);
  const more = rows.length > MAX_ROWS ? `, and ${rows.length - MAX_ROWS} more` : '';
  return `It has ${rows.length === 1 ? '1 row' : `${rows.length} rows`}, by index: ${listed.join(', ')}${more}.`;
}

/** An id, the fields that were asked for, and the first columns. */
function fieldsToName(block: EngineBlock, rows: TableRow[], payload: unknown): string[] {
  const { row } = (payload ?? {}) as { row?: unknown };
  const columns = columnFieldsOf(block);
  const asked = row !== null && typeof row === 'object' ? Object.keys(row) : [];
  const shown = asked.filter((name) => columns.includes(name));
  const id = rows.some((one) => one.id !== undefined) ? ['id'] : [];
  return [...new Set([...id, ...shown, ...columns])].slice(0, MAX_FIELDS);
}

function pick(row: TableRow, fields: string[]): TableRow {
  return Object.fromEntries(fields.filter((name) => name in row).map((name) => [name, row[name]]));
}
