import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { readRowField } from '../render/grid-cells.ts';
import { asRecord } from '../render/shown-text.ts';
import { columnsOf, shownCell, type TableColumn } from '../render/tables.ts';

/** Not in a column as a rule, but needed to open or change a row. */
const KEYS = ['id', '_id', 'key'];

/** The rows of a table or grid, by field, with the names of its columns where they differ. */
export function tableOutput(block: BlockSnapshot): unknown {
  const { properties, value } = block;
  const rows = [properties.rowData, properties.data, properties.dataSource, value].find(Array.isArray) ?? [];
  const columns = columnsOf(block, rows);
  const titles = columns.filter(({ name, field }) => field !== '' && plain(name) !== plain(field));
  return {
    ...(titles.length > 0 && {
      columns: Object.fromEntries(titles.map(({ name, field }) => [field, name])),
    }),
    rows: rows.map((row, index) => toRow(row, index, columns)),
    total: rows.length,
  };
}

function toRow(row: unknown, index: number, columns: TableColumn[]): Record<string, unknown> {
  const given = asRecord(row);
  const keys = KEYS.filter((key) => Object.hasOwn(given, key));
  return Object.fromEntries([
    ...keys.map((key) => [key, given[key]] as const),
    ...columns.map((column) => [
      column.field || column.name,
      // As data, not as text, unless the column has nothing but its text.
      readRowField(row, column.field) ?? shownCell(row, index, column) ?? null,
    ]),
  ]);
}

/** `due_date` says "Due date". */
function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
