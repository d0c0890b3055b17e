import { expect, test } from 'vitest';
import { toDeedText } from '../../area/time-line/to-deed-text.ts';
import { toDeeds } from '../../area/time-line/to-deeds.ts';
import { MASK } from '../../lib/mask.ts';
import type { Deed } from '../../session/deed.ts';
import type { LogEntry } from '../../session/session-record.ts';
import { appSessions } from '../app-sessions.ts';

const ANN = { kind: 'person' as const, name: 'Ann', userId: 'ann' };

function toDeed(detail: Record<string, unknown> & { action: string }): Deed {
  const entry: LogEntry = { timestamp: '2026-01-01T00:00:00Z', actor: ANN, ...detail };
  const [deed] = toDeeds([{ place: '7', entries: [entry] }], appSessions);
  if (!deed) throw new Error('no deed');
  return deed;
}

const price = {
  action: 'setValue',
  blockId: 'lines.0.unit_price',
  label: 'Unit price',
  before: 100,
  value: 120,
  success: true,
};
const save = {
  action: 'triggerEvent',
  blockId: 'save',
  event: 'onClick',
  label: 'Save invoice',
  success: true,
};

test.each([
  [price, 'Ann set Unit price to 120 in line 1'],
  [{ ...price, label: undefined, value: null }, 'Ann cleared unit price in line 1'],
  [
    { ...price, success: false, error: 'It is read-only.' },
    'Ann could not set Unit price to 120 in line 1: It is read-only.',
  ],
  [{ ...price, success: false }, 'Ann could not set Unit price to 120 in line 1: It failed.'],
  [{ ...price, blockId: 'paid', label: 'Paid', value: true }, 'Ann set Paid to yes'],
  [{ ...price, blockId: 'customer', label: 'Customer', value: 7, shown: 'Acme' }, 'Ann set Customer to Acme'],
  [{ ...save, said: 'Invoice INV-0028 saved.' }, 'Ann clicked Save invoice: Invoice INV-0028 saved.'],
  [
    {
      action: 'triggerEvent',
      blockId: 'invoices',
      event: 'onRowClick',
      page: 'Invoice INV-0003',
      success: true,
    },
    'Ann chose a row in invoices and opened Invoice INV-0003',
  ],
  [
    { action: 'callMethod', blockId: 'lines', method: 'pushItem', label: 'Lines', success: true },
    'Ann added an item to Lines',
  ],
  [
    { action: 'navigate', pageId: 'invoice', page: 'Invoice INV-0003', success: true },
    'Ann opened Invoice INV-0003',
  ],
  [{ action: 'navigate', pageId: 'create_invoice', success: true }, 'Ann opened create invoice'],
  [{ action: 'setState', key: 'draft', value: true, success: true }, 'Ann changed data of the page'],
  [{ action: 'create', name: 'Work' }, 'Ann began Work'],
  [{ action: 'pause' }, 'Ann paused the agent'],
  [{ action: 'share', with: { user: 'bob' }, may: ['view', 'act'] }, 'Ann shared it with bob, to use it'],
  [{ action: 'something_new' }, 'Ann did something new'],
])('%j is “%s”', (detail, words) => {
  expect(toDeedText(toDeed(detail))).toBe(words);
});

test('what is being done is said so', () => {
  expect(toDeed(price)).toMatchObject({ doing: 'filling', label: 'Unit price', where: ' in line 1' });
});

test('values before and after, and requests with their outcome, are told apart from the sentence', () => {
  expect(toDeed(price).changes).toEqual([{ before: '100', after: '120' }]);
  const requests = [
    { requestId: 'save_invoice', success: true, ms: 12 },
    { requestId: 'send_mail', success: false, error: 'No such address.' },
  ];
  expect(toDeed({ ...save, requests }).requests).toEqual([
    { name: 'save_invoice', success: true, ms: 12 },
    { name: 'send_mail', success: false, reason: 'No such address.' },
  ]);
});

test('what is secret by its name is masked, also in data of the page', () => {
  const { changes } = toDeed({ action: 'setState', values: { user: 'ann', apiKey: 'abc' }, success: true });
  expect(changes).toEqual([
    { label: 'user', after: 'ann' },
    { label: 'apiKey', after: MASK },
  ]);
});

test.each([
  ['lines.2.price', ' in line 3'],
  ['order_entries.0.x', ' in entry 1'],
  ['boxes.1.x', ' in box 2'],
  ['addresses.0.x', ' in address 1'],
  ['list.0.x', ' in item 1'],
  ['invoices.1.lines.0.price', ' in invoice 2 in line 1'],
  ['price', ''],
])('%s is%s', (blockId, where) => {
  expect(toDeed({ ...price, blockId }).where ?? '').toBe(where);
});
