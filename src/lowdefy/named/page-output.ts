import { isRecord } from '../../lib/is-record.ts';
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
  /** The latest responses, if no block shows data. */
  requests?: Record<string, unknown>;
  warnings: string[];
}

/** What the blocks of a page show, with the rows that were asked for. */
export function toPageData(
  page: BlockSnapshot,
  { blocks, ...rows }: WantedOutput,
  context: OutputContext,
): Record<string, unknown> {
  const outputs = Object.entries(outputsIn({ content: [page] }, context));
  return Object.fromEntries(
    outputs
      .filter(([id]) => !blocks || blocks.includes(id))
      .map(([id, output]) => [id, withRows(output, rows)]),
  );
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
