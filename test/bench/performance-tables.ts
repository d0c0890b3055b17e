import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dirname, '../../docs/reference/performance.md');

/**
 * Puts a row into a table of docs/reference/performance.md, in place of the row that begins alike. Only with
 * UPDATE_PERFORMANCE=1 (now) or UPDATE_PERFORMANCE=before, which fills the other column.
 */
export function noteRatio(name: string, goal: string, result: string): void {
  const mode = process.env.UPDATE_PERFORMANCE;
  if (!mode) return;
  putRow('ratios', (rows) => {
    const old = rows.find((row) => cellsOf(row)[0] === name);
    const [, , before = '', now = ''] = old ? cellsOf(old) : [];
    const row = mode === 'before' ? toRow([name, goal, result, now]) : toRow([name, goal, before, result]);
    return old ? rows.map((one) => (one === old ? row : one)) : [...rows, row];
  });
}

/** A table of its own: what grows, and what it costs. */
export function noteGrowth(what: string, head: string[], lines: string[][]): void {
  if (process.env.UPDATE_PERFORMANCE === '1') putRow(what, () => lines.map(toRow), head);
}

function putRow(table: string, change: (rows: string[]) => string[], head?: string[]): void {
  const [start, end] = [`<!-- bench: ${table} -->\n`, '<!-- end -->'];
  const found = readFileSync(FILE, 'utf8');
  const text = found.includes(start) ? found : `${found}\n## Growth of ${table}\n\n${start}\n${end}\n`;
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end, from);
  if (to < 0) throw new Error(`performance.md has no end of the table "${table}"`);
  const [title = '', line = '', ...rows] = text.slice(from, to).trim().split('\n');
  const top = head ? [toRow(head), `|${'---|'.repeat(head.length)}`] : [title, line];
  writeFileSync(FILE, `${text.slice(0, from)}\n${[...top, ...change(rows)].join('\n')}\n\n${text.slice(to)}`);
}

function cellsOf(row: string): string[] {
  return row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}

function toRow(cells: string[]): string {
  return `| ${cells.join(' | ')} |`;
}
