import type { ViewPart } from '../../view/view-node.ts';

type TablePart = Extract<ViewPart, { kind: 'table' }>;

/** More than this is easier to read as the table itself. */
const MAX_ROWS = 10;

/**
 * What is different in a table, as parts: rows that are new or changed, by number, and rows that are gone, by their
 * old number. Undefined if the table itself says it better.
 */
export function rowChanges(before: TablePart, after: TablePart): ViewPart[] | undefined {
  if (before.from !== after.from || before.columns.join('\n') !== after.columns.join('\n')) return undefined;
  const [was, is] = [rowsOf(before), rowsOf(after)];
  const { gone, added } = compare(was, is);
  if (!isSameOrder(without(was, gone), without(is, added))) return undefined;
  // Rows at the end were only pushed out of sight, or came into sight, as the table grew or shrank before them.
  const grown = after.total - before.total;
  if (after.from + is.length < after.total) dropTail(gone, was.length, grown);
  if (before.from + was.length < before.total) dropTail(added, is.length, -grown);
  const changed = new Map<number, number>();
  for (const at of added) {
    const old = gone.find((index) => isSameRecord(was[index] ?? [], is[at] ?? []));
    if (old === undefined) continue;
    changed.set(at, old);
    gone.splice(gone.indexOf(old), 1);
  }
  const fresh = added.filter((at) => !changed.has(at));
  const all = added.length + gone.length;
  if (all > MAX_ROWS || (all > 0 && added.length >= after.rows.length)) return undefined;
  const parts = [
    toPart('New rows', fresh, is, after.from),
    toPart('Changed rows', [...changed.keys()], is, after.from),
    toPart('Gone rows', gone, was, before.from),
  ].filter((part) => part !== undefined);
  return parts.length > 0 ? parts : [{ kind: 'field', name: 'Rows', value: after.total }];
}

function rowsOf({ rows, rest = [] }: TablePart): string[][] {
  return [...rows, ...rest];
}

/** Numbers of rows that are only in the one or only in the other. */
function compare(was: string[][], is: string[][]): { gone: number[]; added: number[] } {
  const left = new Map<string, number[]>();
  for (const [index, row] of was.entries()) {
    const key = row.join('\u0000');
    left.set(key, [...(left.get(key) ?? []), index]);
  }
  const added: number[] = [];
  for (const [index, row] of is.entries()) {
    const same = left.get(row.join('\u0000'));
    if (same?.length) same.shift();
    else added.push(index);
  }
  return { gone: [...left.values()].flat().sort((a, b) => a - b), added };
}

function without(rows: string[][], numbers: number[]): string[][] {
  const left = new Set(numbers);
  return rows.filter((_, index) => !left.has(index));
}

function isSameOrder(was: string[][], is: string[][]): boolean {
  return was.every((row, index) => row.join('\u0000') === is[index]?.join('\u0000'));
}

/** As many numbers at the very end as rows were pushed past it. */
function dropTail(numbers: number[], length: number, pushed: number): void {
  for (let i = 0; i < pushed && numbers.at(-1) === length - 1 - i; i++) numbers.pop();
}

/** A row is taken for the changed form of another if the first cell, or most cells, are the same. */
function isSameRecord(was: string[], is: string[]): boolean {
  const same = was.filter((cell, i) => cell === is[i]).length;
  return (was[0] !== '' && was[0] === is[0]) || same * 2 > was.length;
}

function toPart(name: string, numbers: number[], rows: string[][], from: number): ViewPart | undefined {
  if (numbers.length === 0) return undefined;
  const value = Object.fromEntries(numbers.map((at) => [String(from + at), rows[at]]));
  return { kind: 'field', name, value };
}
