import type { ViewPart } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { fact } from './block-node.ts';
import type { RenderContext } from './render-context.ts';
import { plainText } from './shown-text.ts';

const DEFAULT_ROWS = 10;
export const MAX_ROWS = 200;

/** Which rows of a block are shown: those requested, otherwise the first ones. */
export function rowsShown(
  block: BlockSnapshot,
  total: number,
  context: RenderContext,
  standard = DEFAULT_ROWS,
  start = 0,
): { from: number; to: number } {
  const wanted = context.rows?.blockId === block.blockId ? context.rows : undefined;
  if (wanted?.query !== undefined)
    context.warn(
      `rows.query finds options; "${block.blockId}" shows rows. Ask for them with from and count, or use the page's own search.`,
    );
  const from = Math.min(whole(wanted?.from, start), total);
  const count = Math.min(whole(wanted?.count, standard), MAX_ROWS);
  return { from, to: Math.min(from + count, total) };
}

function whole(value: number | undefined, otherwise: number): number {
  return value !== undefined && Number.isInteger(value) && value >= 0 ? value : otherwise;
}

/** A table of the requested rows, and how to request more. */
export function toTable(
  block: BlockSnapshot,
  columns: string[],
  rows: { total: number; cells(index: number): unknown[]; start?: number },
  context: RenderContext,
): (ViewPart | undefined)[] {
  const { from, to } = rowsShown(block, rows.total, context, DEFAULT_ROWS, rows.start);
  const shown: string[][] = [];
  const rest: string[][] = [];
  const last = context.withRest ? Math.min(from + MAX_ROWS, rows.total) : to;
  for (let index = from; index < last; index++)
    (index < to ? shown : rest).push(rows.cells(index).map(plainCellText));
  return [
    { kind: 'table', columns, rows: shown, from, total: rows.total, ...(rest.length > 0 && { rest }) },
    moreRows(block, { from, to }, rows.total),
  ];
}

/** The argument that shows the next rows, or the first ones again after the last. */
export function moreRows(
  block: BlockSnapshot,
  { from, to }: { from: number; to: number },
  total: number,
): ViewPart | undefined {
  if (from === 0 && to === total) return undefined;
  const next = to < total ? to : 0;
  return fact('more', { rows: { blockId: block.blockId, from: next, count: 50 } });
}

export function plainCellText(value: unknown): string {
  return plainText(value) ?? '';
}
