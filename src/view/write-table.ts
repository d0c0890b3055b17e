import type { ViewPart } from './view-node.ts';
import { isPlain, writeString } from './write-text.ts';

export type TablePart = Extract<ViewPart, { kind: 'table' }>;

/** A markdown table with as many rows as fit in `limit`, and a last line that says which rows they are. */
export function writeTable({ columns, rows, from, total }: TablePart, limit: number): string {
  const lines = [writeRow(columns, limit), writeRuler(columns.length)];
  let length = 0;
  let shown = 0;
  for (const row of rows) {
    const line = writeRow(row, limit);
    length += line.length;
    if (length > limit) break;
    lines.push(line);
    shown++;
  }
  lines.push(
    shown === 0
      ? `No rows of ${total}${from === 0 ? '' : `, from ${from}`}`
      : `Rows ${from}–${from + shown - 1} of ${total}`,
  );
  return lines.join('\n');
}

function writeRow(cells: string[], limit: number): string {
  return cells.length === 0 ? '|' : `| ${cells.map((cell) => writeCell(cell, limit)).join(' | ')} |`;
}

function writeRuler(width: number): string {
  return width === 0 ? '|' : `|${' --- |'.repeat(width)}`;
}

const NUMBER = /^-?\d[\d.,]*%?$/;

/** Inside of bars a number needs no quotes, nor does a date, which has no colon. */
export function isNumber(text: string): boolean {
  return NUMBER.test(text) && text.length <= 40;
}

function writeCell(text: string, limit: number): string {
  if (text === '' || isPlain(text) || isNumber(text)) return text;
  // Every bar in the line separates cells.
  return writeString(text, limit).replaceAll('|', '\\u007c');
}
