import { isDeepStrictEqual } from 'node:util';
import type { EngineBlock } from '../engine/engine-types.ts';
import { isInput } from './is-input.ts';

export type Row = Record<string, unknown>;

export function rowsOf(block: EngineBlock): Row[] {
  const rows = isInput(block) ? block.value : block.eval?.properties?.rowData;
  return Array.isArray(rows) ? rows : [];
}

interface Column {
  field?: unknown;
  editable?: unknown;
}

function columnsOf(block: EngineBlock): Column[] {
  const { columnDefs, defaultColDef } = block.eval?.properties ?? {};
  if (!Array.isArray(columnDefs)) return [];
  return columnDefs.map((column: object) => ({ ...(defaultColDef as object | undefined), ...column }));
}

export function fieldsOf(block: EngineBlock): string[] {
  return columnsOf(block).map(({ field }) => String(field));
}

/** Fields that people can write in. */
export function editableFieldsOf(block: EngineBlock): string[] {
  return columnsOf(block)
    .filter(({ editable }) => editable === true)
    .map(({ field }) => String(field));
}

/** The app's own name for a row, where it makes names: only by it a grid knows rows again that are given anew. */
export function idOf(block: EngineBlock, row: Row): string | undefined {
  const { getRowId } = block.eval?.properties ?? {};
  if (typeof getRowId !== 'function') return undefined;
  try {
    return String(getRowId({ data: row }));
  } catch {
    // A function of the app that fails names nothing.
    return undefined;
  }
}

/** Where a row is. The grid takes the number from its id, which is the app's where the app makes ids. */
export function placeOf(block: EngineBlock, row: Row): { row: Row; index: number; rowIndex: number } {
  const rowIndex = rowsOf(block).indexOf(row);
  const id = idOf(block, row);
  return { row, index: id === undefined ? rowIndex : Number.parseInt(id, 10), rowIndex };
}

/** By its number, or by some of its fields. */
export function indexIn(rows: Row[], payload: unknown): number {
  const { index, row } = (payload ?? {}) as { index?: unknown; row?: unknown };
  if (Number.isInteger(index)) return Number(index);
  return rows.findIndex((candidate) => row !== null && typeof row === 'object' && isPartOf(row, candidate));
}

function isPartOf(part: object, whole: Row): boolean {
  const fields = Object.entries(part);
  return fields.length > 0 && fields.every(([key, value]) => isDeepStrictEqual(whole[key], value));
}
