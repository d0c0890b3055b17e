import { isDeepStrictEqual } from 'node:util';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { isSince45 } from '../block-generation.ts';
import { editableFieldsOf, rowsOf, type TableRow } from '../components/table-rows.ts';
import type { InputChange } from './input-change.ts';

/** For a grid whose rows are its value: people write cell by cell, and cells they cannot edit fire no event. */
export function toCellChanges(block: EngineBlock, value: unknown): InputChange[] {
  const wanted = Array.isArray(value) ? (value as TableRow[]) : [];
  let rows = rowsOf(block);
  const changes: InputChange[] = [];
  if (rows.length === wanted.length)
    for (const [index, row] of wanted.entries())
      for (const field of editableFieldsOf(block)) {
        const oldValue = rows[index]?.[field];
        const newValue = row[field];
        if (isDeepStrictEqual(oldValue, newValue)) continue;
        rows = rows.map((one, at) => (at === index ? { ...one, [field]: newValue } : one));
        const about = {
          field,
          ...(!isSince45(block) && { index }),
          newRowData: rows,
          newValue,
          oldValue,
          rowData: rows[index],
          rowIndex: index,
        };
        changes.push({ value: rows, events: [{ name: 'onCellValueChanged', event: about }] });
      }
  return isDeepStrictEqual(rows, value) ? changes : [...changes, { value, events: [] }];
}
