import { isRecord } from '../../lib/is-record.ts';
import { didYouMean } from '../../lib/nearest.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { readRowField } from '../render/grid-cells.ts';
import { type OutputContext, outputsIn } from './block-output.ts';

/** Which data of a page to return. */
export interface WantedOutput {
  /** Ids of blocks; all that show data if absent. */
  blocks?: readonly string[];
  /** Of the rows of each table or list. */
  offset?: number;
  limit?: number;
  /** Keys of the rows. */
  fields?: readonly string[];
}

/** The data that a page shows now. */
export interface PageOutput {
  pageId: string;
  /** By block id. */
  data: Record<string, unknown>;
  /** Sentences about wanted fields that no row has, while there are rows. */
  unknownFields?: string[];
  /** The latest responses, if no block shows data. */
  requests?: Record<string, unknown>;
  warnings: string[];
}

/** What the blocks of a page show, with all rows. */
export function toPageData(
  page: BlockSnapshot,
  blocks: readonly string[] | undefined,
  context: OutputContext,
): Record<string, unknown> {
  const outputs = Object.entries(outputsIn({ content: [page] }, context));
  return Object.fromEntries(outputs.filter(([id]) => !blocks || blocks.includes(id)));
}

/** A field that no row has is a mistake, unless there are no rows to tell. */
export function findUnknownFields(outputs: readonly unknown[], fields: readonly string[] = []): string[] {
  const rows = outputs.flatMap((output) => (isRecord(output) ? output.rows : output)).filter(isRecord);
  if (rows.length === 0) return [];
  const known = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return fields
    .filter((field) => rows.every((row) => readRowField(row, field) === undefined))
    .map((field) => `No row has the key "${field}".${didYouMean(field, known)}`);
}

/** Any output with rows is cut, that of plugins too. */
export function withRows(output: unknown, { offset = 0, limit, fields }: WantedOutput): unknown {
  if (Array.isArray(output)) return cut(output);
  if (!isRecord(output) || !Array.isArray(output.rows)) return output;
  const { rows } = output;
  return { ...output, rows: cut(rows), total: output.total ?? rows.length };

  function cut(rows: unknown[]): unknown[] {
    const shown = rows.slice(offset, limit === undefined ? undefined : offset + limit);
    return fields ? shown.map((row) => choose(row, fields)) : shown;
  }
}

function choose(row: unknown, fields: readonly string[]): unknown {
  if (!isRecord(row)) return row;
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = readRowField(row, field);
      return value === undefined ? [] : [[field, value]];
    }),
  );
}
