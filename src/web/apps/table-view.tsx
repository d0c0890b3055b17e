import type { ReactNode } from 'react';
import type { ViewPart } from '../../view/view-node.ts';
import type { NodeProps } from './node-props.ts';

const MORE_ROWS = 50;

/** A table; where something happens to who clicks a row, the first cell is a button. */
export function TableView({
  table,
  node: { id = '', events = [] },
  use,
}: NodeProps & { table: Extract<ViewPart, { kind: 'table' }> }): ReactNode {
  const { columns, rows, from, total } = table;
  const to = from + rows.length;
  const open = events.includes('onRowClick')
    ? (index: number) =>
        void use.actAsSeen({ type: 'triggerEvent', blockId: id, event: 'onRowClick', payload: { index } })
    : undefined;
  const show = (first: number) => use.showRows({ blockId: id, from: first, count: MORE_ROWS });
  return (
    <div className="table">
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={from + row}>
              {cells.map((cell, column) => (
                <td key={columns[column]}>
                  {open && column === 0 ? (
                    <button type="button" className="plain" onClick={() => open(from + row)}>
                      {cell || '(empty)'}
                    </button>
                  ) : (
                    cell
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length < total && (
        <p className="quiet">
          Rows {from + 1} to {to} of {total}{' '}
          {from > 0 && (
            <button type="button" onClick={() => show(Math.max(0, from - MORE_ROWS))}>
              Earlier rows
            </button>
          )}{' '}
          {to < total && (
            <button type="button" onClick={() => show(to)}>
              Later rows
            </button>
          )}
        </p>
      )}
    </div>
  );
}
