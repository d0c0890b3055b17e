import { TandemError } from '../../../errors.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import {
  buttonFact,
  buttonsIn,
  type CellConfig,
  cellOf,
  gridColumns,
  readRowField,
} from '../../render/grid-cells.ts';
import { asPayload, propertiesOf } from './gesture-step.ts';
import type { TableRow } from './table-rows.ts';

interface CellClick {
  /** The field of the column, if it has one. */
  column: string | undefined;
  event: Record<string, unknown>;
}

/** Whether an event belongs to a button in the cells. */
export function isCellButton(block: EngineBlock, name: string): boolean {
  return cellsOf(block).some(({ cell }) => buttonsIn(cell).some(({ button }) => button.eventName === name));
}

/** The payload of a click on a button or link in a row. Refused if the row does not have it. */
export function toCellClick(block: EngineBlock, name: string, row: TableRow, payload: unknown): CellClick {
  return name === 'onCellLink' ? toLink(block, row, payload) : toButton(block, name, row, payload);
}

function toButton(block: EngineBlock, name: string, row: TableRow, payload: unknown): CellClick {
  const { buttonIndex } = asPayload(payload);
  const found = cellsOf(block)
    .flatMap(({ column, cell }) => buttonsIn(cell).map((one) => ({ ...one, column })))
    .filter(({ button }) => button.eventName === name)
    .filter(({ place }) => buttonIndex === undefined || place === buttonIndex)
    .find(({ button }) => buttonFact(button, 'hidden', row) !== true);
  if (!found) throw new TandemError('forbidden', `This row of "${block.blockId}" has no button for ${name}.`);
  const { button, place, column } = found;
  if (buttonFact(button, 'disabled', row) === true)
    throw new TandemError(
      'forbidden',
      `The button for ${name} in this row of "${block.blockId}" is disabled.`,
    );
  const title = buttonFact(button, 'title', row);
  const value = column === undefined ? undefined : readRowField(row, column);
  return {
    column,
    event: { row, value, button: { eventName: name, title }, buttonIndex: place },
  };
}

function toLink(block: EngineBlock, row: TableRow, payload: unknown): CellClick {
  const { column: wanted } = asPayload(payload);
  const links = cellsOf(block).flatMap(({ column, cell }) => {
    const link = cell?.type === 'link' ? cell : cell?.type === 'avatar' ? cell.link : undefined;
    return link && column !== undefined ? [{ column, link: link as CellConfig }] : [];
  });
  const found = wanted === undefined ? links[0] : links.find(({ column }) => column === wanted);
  if (!found) {
    const columns = links.map(({ column }) => `"${column}"`).join(', ');
    throw new TandemError(
      'invalid_input',
      `onCellLink of "${block.blockId}" needs the payload {"index": 0, "column": "FIELD"}, with one of ${columns || 'its links; it has none'}.`,
    );
  }
  const { pageId, href, back, home, newTab, urlQuery } = found.link;
  const query = Object.entries((urlQuery ?? {}) as Record<string, unknown>).map(([key, path]) => [
    key,
    typeof path === 'string' ? readRowField(row, path) : path,
  ]);
  return {
    column: found.column,
    event: {
      link: { pageId, href, back, home, newTab, urlQuery: urlQuery && Object.fromEntries(query) },
      row,
      value: readRowField(row, found.column),
    },
  };
}

function cellsOf(block: EngineBlock): { column: string | undefined; cell: CellConfig | undefined }[] {
  const { columnDefs, defaultColDef } = propertiesOf(block);
  return gridColumns(columnDefs, defaultColDef).map((column) => ({
    column: typeof column.field === 'string' ? column.field : undefined,
    cell: cellOf(column),
  }));
}
