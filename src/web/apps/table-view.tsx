import type { ReactNode } from 'react';
import type { ViewPart } from '../../view/view-node.ts';
import type { NodeProps } from './node-props.ts';
import { Pager } from './pager.tsx';

/** A table; where something happens to who clicks a row, the first cell has a button for who has no mouse. */
export function TableView({
  table,
  node: { id = '', events = [] },
  use,
}: NodeProps & { table: Extract<ViewPart, { kind: 'table' }> }): ReactNode {
  const { columns, rows, from, total } = table;
  const open = events.includes('onRowClick')
    ? (index: number) =>
        void use.actAsSeen({ type: 'triggerEvent', blockId: id, event: 'onRowClick', payload: { index } })
    : undefined;
  const show = (first: number, count: number) => use.showRows({ blockId: id, from: first, count });
  return (
    <div className="table">
      <table>
        <thead>
          <tr>
            {columns.map((column, index) => (
              <th key={index} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr
              key={from + row}
              data-opens={open !== undefined}
              onClick={() => String(getSelection()) === '' && open?.(from + row)}
            >
              {cells.map((cell, column) => (
                <td key={column}>
                  {open && column === 0 ? (
                    <button type="button" className="plain">
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
      <Pager what="rows" from={from} shown={rows.length} total={total} show={show} />
    </div>
  );
}
