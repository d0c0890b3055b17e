import type { VariableInfo } from '../../../protocol/variable-info.ts';

export interface Column {
  name: string;
  /** Shown, and searched. */
  text(info: VariableInfo): string;
  /** Sorted by, where that is not the text. */
  order?(info: VariableInfo): number;
}

const ms = (value: number) => (value === 0 ? '' : value.toFixed(2));

/** Properties that have a column of their own are not repeated. */
const ELSEWHERE = new Set(['path', 'type', 'access', 'elementId']);

export const COLUMNS: readonly Column[] = [
  { name: 'id', text: ({ id }) => String(id), order: ({ id }) => id },
  { name: 'path', text: ({ path, id }) => path || (id === 1 ? 'mcp' : '') },
  { name: 'type', text: ({ type }) => type },
  { name: 'value', text: ({ value }) => JSON.stringify(value) ?? '' },
  { name: 'access', text: ({ access }) => access },
  { name: 'time ms', text: ({ computeMs }) => ms(computeMs), order: ({ computeMs }) => computeMs },
  { name: 'max ms', text: ({ maxComputeMs }) => ms(maxComputeMs), order: ({ maxComputeMs }) => maxComputeMs },
  { name: 'changes', text: ({ changes }) => String(changes), order: ({ changes }) => changes },
  { name: 'error', text: ({ error, diags = [] }) => [error, ...diags].filter(Boolean).join('\n') },
  {
    name: 'props',
    text: ({ properties }) =>
      Object.entries(properties)
        .filter(([name]) => !ELSEWHERE.has(name))
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
  },
];
