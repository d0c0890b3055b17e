import { localDay, readDate } from '../bridge/components/calendar-dates.ts';
import { fact, field } from './block-node.ts';
import { toInput } from './input-node.ts';
import type { BlockRender } from './render-context.ts';
import { asArray, asRecord, htmlText } from './shown-text.ts';
import { toTable } from './table-part.ts';

/** The chosen day, the current month, and the entries of its days. */
export const renderCalendar: BlockRender = (block, context) => {
  const { properties, ui } = block;
  const { disabledDates, validRange } = properties;
  const value = block.value instanceof Date ? readDate(block.value) : undefined;
  const entries = asArray(properties.dateCellData)
    .flatMap((entry) => {
      const { date, content, status } = asRecord(entry);
      const day = readDate(date);
      return day
        ? [{ day: localDay(day), content: htmlText(content) ?? '', status: htmlText(status) ?? '' }]
        : [];
    })
    .toSorted((a, b) => a.day.localeCompare(b.day));
  // Of many entries, those of the current month.
  const month = ui.panel?.month ?? '';
  const inSight = entries.findIndex(({ day }) => day >= month);
  const hasStatus = entries.some(({ status }) => status !== '');
  const columns = ['Day', 'Entry', ...(hasStatus ? ['Status'] : [])];
  const cells = (index: number) => {
    const { day = '', content = '', status = '' } = entries[index] ?? {};
    return [day, content, ...(hasStatus ? [status] : [])];
  };
  const rows = { total: entries.length, cells, start: Math.max(0, inSight) };
  return [
    toInput(block, {
      unlabelled: true,
      value: { shown: value ? localDay(value) : null },
      after: [
        field('Shown', ui.panel?.mode === 'year' ? `${ui.panel.month}, as a year` : ui.panel?.month),
        fact('otherPanel', {
          event: 'onPanelChange',
          payload: { mode: ui.panel?.mode === 'year' ? 'month' : 'year' },
        }),
        field('Disabled dates', disabledDates),
        field('Valid range', validRange),
        ...(entries.length > 0 ? toTable(block, columns, rows, context) : []),
      ],
    }),
  ];
};
