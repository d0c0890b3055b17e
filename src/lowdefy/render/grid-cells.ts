/** A button in the cells of a column, as configured; keys that end in `Field` are read from the row. */
export interface CellButton {
  eventName: string;
  title?: unknown;
  [key: string]: unknown;
}

/** How a column of a grid shows its values since Lowdefy 5. */
export interface CellConfig {
  type: string;
  [key: string]: unknown;
}

interface GridColumn {
  field?: unknown;
  cell?: CellConfig;
}

type Row = Record<string, unknown>;

/** The columns of a grid, including those in groups, with their common settings. */
export function gridColumns(columnDefs: unknown, standard: unknown): (GridColumn & Row)[] {
  if (!Array.isArray(columnDefs)) return [];
  return columnDefs.flatMap((given: Row) => {
    const column = { ...(standard as object | undefined), ...given };
    return Array.isArray(column.children) ? gridColumns(column.children, standard) : [column];
  });
}

export function cellOf({ cell }: { cell?: unknown }): CellConfig | undefined {
  const config = cell as CellConfig | undefined;
  return config !== null && typeof config === 'object' && typeof config.type === 'string'
    ? config
    : undefined;
}

/** The buttons of a cell, each with its index. */
export function buttonsIn(cell: CellConfig | undefined): { button: CellButton; place: number }[] {
  const all = cell?.type === 'buttons' && Array.isArray(cell.buttons) ? cell.buttons : [];
  return all.flatMap((button: CellButton | null, place) =>
    typeof button?.eventName === 'string' ? [{ button, place }] : [],
  );
}

/** A button in one row: the row decides if the app says so. */
export function buttonFact(button: CellButton, name: 'title' | 'disabled' | 'hidden', row: Row): unknown {
  const path = button[`${name}Field`];
  return typeof path === 'string' ? readRowField(row, path) : button[name];
}

/** `customer.name` is a key, or a path. */
export function readRowField(row: unknown, path: string): unknown {
  if (row === null || typeof row !== 'object') return undefined;
  if (Object.hasOwn(row, path)) return (row as Row)[path];
  let value: unknown = row;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Row)[key];
  }
  return value;
}
