import type { VariableInfo } from '../../../protocol/variable-info.ts';
import { COLUMNS } from './columns.ts';
import { parentKeyOf, variableKeyOf } from './variable-key.ts';

export interface VariableRow {
  key: string;
  info: VariableInfo;
  depth: number;
  hasChildren: boolean;
}

export interface Wishes {
  shape: 'tree' | 'flat';
  search: string;
  sort: { column: string; isDown: boolean } | undefined;
  /** Keys of variables whose children are not shown. */
  closed: ReadonlySet<string>;
}

/** The rows to show, in order. In a tree siblings are sorted; what is found is shown with everything above it. */
export function toRows(
  infos: readonly VariableInfo[],
  { shape, search, sort, closed }: Wishes,
): VariableRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const isFound = (info: VariableInfo) => {
    const text = COLUMNS.map((column) => column.text(info))
      .join(' ')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const sorted = toSorted(infos, sort);
  if (shape === 'flat')
    return sorted
      .filter(isFound)
      .map((info) => ({ key: variableKeyOf(info), info, depth: 0, hasChildren: false }));

  const known = new Set(infos.map(variableKeyOf));
  const children = new Map<string, VariableInfo[]>();
  for (const info of sorted) {
    const parent = known.has(parentKeyOf(info)) ? parentKeyOf(info) : '';
    const siblings = children.get(parent);
    if (siblings) siblings.push(info);
    else children.set(parent, [info]);
  }
  const visit = (info: VariableInfo, depth: number): VariableRow[] => {
    const key = variableKeyOf(info);
    const kids = children.get(key) ?? [];
    const below = kids.flatMap((kid) => visit(kid, depth + 1));
    if (below.length === 0 && !isFound(info)) return [];
    const row = { key, info, depth, hasChildren: kids.length > 0 };
    // Who searches wants to see what was found.
    return closed.has(key) && words.length === 0 ? [row] : [row, ...below];
  };
  return (children.get('') ?? []).flatMap((info) => visit(info, 0));
}

function toSorted(infos: readonly VariableInfo[], sort: Wishes['sort']): VariableInfo[] {
  const column = COLUMNS.find(({ name }) => name === sort?.column);
  if (!sort || !column) return [...infos];
  const compare = column.order
    ? (a: VariableInfo, b: VariableInfo) => (column.order?.(a) ?? 0) - (column.order?.(b) ?? 0)
    : (a: VariableInfo, b: VariableInfo) => column.text(a).localeCompare(column.text(b));
  return infos.toSorted((a, b) => (sort.isDown ? -compare(a, b) : compare(a, b)));
}
