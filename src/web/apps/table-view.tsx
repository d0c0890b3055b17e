import type { ReactNode } from 'react';
import type { ViewNode, ViewPart } from '../../view/view-node.ts';
import { ScrollTable } from '../page/parts/scroll-table.tsx';
import type { NodeProps } from './node-props.ts';
import { Pager } from './pager.tsx';
import { factOf, titleOf } from './part-of.ts';

/** What the app's own table has in its cells: buttons, and links. */
function rowButtons(node: ViewNode): { event: string; title: string }[] {
  const buttons = Object.entries(factOf(node, 'rowButtons') ?? {});
  const link = factOf(node, 'cellLink');
  return [
    ...buttons.map(([event, title]) => ({ event, title })),
    ...(link ? [{ event: link.event, title: 'Open' }] : []),
  ];
}

/** A table; where something happens to who clicks a row, the first cell has a button for who has no mouse. */
export function TableView({
  table,
  node,
  use,
}: NodeProps & { table: Extract<ViewPart, { kind: 'table' }> }): ReactNode {
  const { id = '', events = [] } = node;
  const { columns, rows, from, total } = table;
  const buttons = rowButtons(node);
  const open = events.includes('onRowClick')
    ? (index: number) =>
        void use.actAsSeen({ type: 'triggerEvent', blockId: id, event: 'onRowClick', payload: { index } })
    : undefined;
  const show = (first: number, count: number) => use.showRows({ blockId: id, from: first, count });
  return (
    <div className="table">
      <ScrollTable label={`${titleOf(node) ?? 'Table'}, rows`}>
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
              {buttons.length > 0 && (
                <td>
                  {buttons.map(({ event, title }) => (
                    <button
                      key={event}
                      type="button"
                      disabled={cells.some((cell) => cell.includes(`${title} (disabled)`))}
                      onClick={(click) => {
                        click.stopPropagation();
                        const payload = { index: from + row };
                        void use.actAsSeen({ type: 'triggerEvent', blockId: id, event, payload });
                      }}
                    >
                      {title}
                    </button>
                  ))}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      <Pager what="rows" from={from} shown={rows.length} total={total} show={show} />
    </div>
  );
}
