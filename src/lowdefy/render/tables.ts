import type { ViewPart } from '../../view/view-node.ts';
import type { BlockSnapshot } from '../engine/block-snapshot.ts';
import { fact, field, hint, text, toNode } from './block-node.ts';
import { cellText } from './cell-text.ts';
import { buttonsIn, cellOf, readRowField } from './grid-cells.ts';
import { toInput } from './input-node.ts';
import type { BlockRender } from './render-context.ts';
import { asArray, asRecord, htmlText } from './shown-text.ts';
import { toTable } from './table-part.ts';

export interface TableColumn {
  name: string;
  field: string;
  editable: boolean;
  /** Functions of the app that format a cell. */
  format?: Record<string, unknown>;
}

/** A grid whose rows are a property. */
export const renderGrid: BlockRender = (block, context) => {
  const rows = asArray(block.properties.rowData);
  const columns = columnsOf(block, rows);
  return [
    toNode('display', block, {
      attributes: { rows: rows.length },
      parts: [
        ...toTable(block, columns.map(nameOf), toRows(rows, columns), context),
        block.events.length > 0 ? fieldsOf(columns) : undefined,
        ...buttonsOf(block, columns),
        field('Selected rows', block.ui.selectedRows),
      ],
    }),
  ];
};

/** A grid whose rows are its value: setting it means passing all rows, by field name. */
export const renderGridInput: BlockRender = (block, context) => {
  const rows = asArray(block.value);
  const columns = columnsOf(block, rows);
  const editable = columns.filter((column) => column.editable);
  return [
    toInput(block, {
      unlabelled: true,
      attributes: { rows: rows.length },
      value: null,
      after: [
        ...toTable(block, columns.map(nameOf), toRows(rows, columns), context),
        fieldsOf(columns),
        editable.length > 0
          ? hint(
              'Editable fields',
              editable.map((column) => column.field),
            )
          : undefined,
        ...buttonsOf(block, columns),
        field('Selected rows', block.ui.selectedRows),
      ],
    }),
  ];
};

/** A table in the format of later block libraries: `columns` with titles and data indices. */
export const renderTable: BlockRender = (block, context) => {
  const { properties } = block;
  const rows =
    [properties.data, properties.dataSource, properties.rowData, block.value].find(Array.isArray) ?? [];
  const columns = columnsOf(block, rows);
  return [
    toNode('display', block, {
      attributes: { rows: rows.length },
      parts: [
        text(properties.title),
        ...toTable(block, columns.map(nameOf), toRows(rows, columns), context),
        block.events.length > 0 ? fieldsOf(columns) : undefined,
      ],
    }),
  ];
};

export function columnsOf({ type, properties }: BlockSnapshot, rows: unknown[]): TableColumn[] {
  const defined = flatten(
    asArray(properties.columnDefs ?? properties.columns),
    asRecord(properties.defaultColDef),
    type.startsWith('AgGrid'),
  );
  if (defined.length > 0) return defined;
  const names = new Set(rows.slice(0, 20).flatMap((row) => Object.keys(asRecord(row))));
  return [...names].map((name) => ({ name, field: name, editable: false }));
}

/** Columns can be in groups, and some are hidden. */
function flatten(columns: unknown[], standard: Record<string, unknown>, isGrid: boolean): TableColumn[] {
  return columns.flatMap((given) => {
    const column = { ...standard, ...asRecord(given) };
    if (Array.isArray(column.children)) return flatten(column.children, standard, isGrid);
    const path = column.field ?? column.dataIndex ?? column.colId;
    const key = Array.isArray(path) ? path.join('.') : String(path ?? '');
    const named = htmlText(column.headerName ?? column.title) ?? (isGrid ? toHeading(key) : key);
    const name = named === '' && buttonsIn(cellOf(column)).length > 0 ? 'Actions' : named;
    if (column.hide === true || column.hidden === true || name === '') return [];
    return [{ name, field: key, editable: column.editable === true, format: column }];
  });
}

/** What a grid calls a column without a name: `paidAt` is "Paid At". */
function toHeading(field: string): string {
  const words = field
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z])([a-z])/g, '$1 $2$3')
    .split(/[. ]/);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

function nameOf(column: TableColumn): string {
  return column.name;
}

/** The fields of the columns, in order, if their names differ. */
function fieldsOf(columns: TableColumn[]) {
  const differ = columns.some((column) => column.name !== column.field);
  return differ
    ? hint(
        'Fields',
        columns.map((column) => column.field),
      )
    : undefined;
}

/** Buttons in cells, by the events they trigger, and links; each belongs to one row. */
function buttonsOf(block: BlockSnapshot, columns: TableColumn[]): (ViewPart | undefined)[] {
  const buttons = columns
    .flatMap(({ format = {} }) => buttonsIn(cellOf(format)))
    .filter(({ button }) => block.events.includes(button.eventName));
  const [first] = buttons;
  const titles = buttons.map(({ button }) => [button.eventName, htmlText(button.title) ?? button.eventName]);
  const link = columns.find(({ format = {} }) => {
    const cell = cellOf(format);
    return cell?.type === 'link' || (cell?.type === 'avatar' && Boolean(cell.link));
  });
  return [
    first ? fact('rowButtons', Object.fromEntries(titles)) : undefined,
    first ? hint('To choose', { event: first.button.eventName, payload: { index: 0 } }) : undefined,
    link && block.events.includes('onCellLink')
      ? fact('cellLink', { event: 'onCellLink', payload: { index: 0, column: link.field } })
      : undefined,
  ];
}

function toRows(rows: unknown[], columns: TableColumn[]) {
  return {
    total: rows.length,
    cells: (index: number) => columns.map((column) => shownCell(rows[index], index, column)),
  };
}

/** What the grid shows: the result of the app's own functions, or the value itself if they fail. */
export function shownCell(row: unknown, index: number, { field: path, format = {} }: TableColumn): unknown {
  const value = readRowField(row, path);
  const cell = cellOf(format);
  const about = { data: row, node: { id: String(index), rowIndex: index, data: row }, rowIndex: index };
  const { valueGetter, valueFormatter, cellRenderer } = format;
  try {
    const got = typeof valueGetter === 'function' ? valueGetter({ ...about, colDef: format }) : value;
    const params = { ...about, value: got, colDef: format };
    const typed = cell && cellText(cell, got, row);
    if (typed !== undefined) return typed;
    const written = typeof valueFormatter === 'function' ? valueFormatter(params) : got;
    if (typeof cellRenderer !== 'function') return written ?? got;
    return htmlText(cellRenderer({ ...params, valueFormatted: written })) ?? '';
  } catch {
    return value;
  }
}
