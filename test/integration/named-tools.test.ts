import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCleanup } from './harness.ts';
import { connect, type McpUser } from './lowdefy/mcp-client.ts';
import { copyInvoices, type Invoices } from './named/copy-invoices.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
let app: Invoices;
let user: McpUser;
beforeAll(async () => {
  app = copyInvoices(
    cleanup,
    'mcp:\n  expose: [create_invoice]\n  tools:\n    customers: { enabled: false }\n',
  );
  user = await connect(cleanup, app.dir);
});

const LINES = [
  { description: 'Paint', quantity: 2, unit_price: 3.5 },
  { description: 'Brush', quantity: 1, unit_price: 10 },
];

test('an exposed form is listed with the schema of its fields, after the other tools', async () => {
  const { tools } = await user.client.listTools();
  expect(tools.slice(-2).map((tool) => tool.name)).toEqual(['create_invoice', 'options_create_invoice']);
  expect(tools.at(-2)).toEqual({
    name: 'create_invoice',
    title: 'New invoice',
    description: expect.any(String),
    annotations: { destructiveHint: false },
    inputSchema: {
      type: 'object',
      properties: {
        customer_id: { type: ['string', 'number'], description: 'Customer; label or value' },
        issue_date: expect.objectContaining({ type: 'string', format: 'date' }),
        due_date: expect.objectContaining({ type: 'string', format: 'date' }),
        notes: expect.objectContaining({ type: 'string' }),
        line_items: {
          type: 'array',
          description: 'Lines',
          items: {
            type: 'object',
            properties: {
              description: expect.objectContaining({ type: 'string' }),
              quantity: expect.objectContaining({ type: 'number' }),
              unit_price: expect.objectContaining({ type: 'number' }),
            },
            required: ['description', 'quantity', 'unit_price'],
          },
        },
        sessionId: { type: 'string' },
      },
      // The page itself fills in the dates.
      required: ['customer_id'],
      additionalProperties: false,
    },
    outputSchema: { type: 'object', properties: { ok: { type: 'boolean' } } },
  });
  expect(tools.map((tool) => tool.name)).not.toContain('customers');
});

test('one call makes an invoice, in a session that is closed afterwards', async () => {
  const { structured, isError } = await user.call('create_invoice', {
    customer_id: 'Acme Tools',
    line_items: LINES,
  });
  expect(isError).toBe(false);
  expect(structured).toMatchObject({
    ok: true,
    requestResults: [
      { requestId: 'insert_invoice', success: true },
      { requestId: 'insert_lines', success: true },
      { requestId: 'log_created', success: true },
    ],
    messages: ['Invoice INV-0026 saved as a draft.'],
    page: 'invoice',
  });
  expect(structured).not.toHaveProperty('sessionId');
  expect(app.rows("select customer_id, total from invoices where number = 'INV-0026'")).toEqual([
    { customer_id: 1, total: 17 },
  ]);
});

test('what could not be set is an error by field, nothing is submitted, and the session continues', async () => {
  const before = app.rows('select count(*) as n from invoices');
  const { structured, isError, texts } = await user.call('create_invoice', {
    customer_id: 'Nobody',
    line_items: [{ description: 'Paint', quantity: 1, unit_price: 'much' }],
  });
  expect(isError).toBe(true);
  expect(structured).toMatchObject({
    ok: false,
    errors: {
      customer_id: [expect.stringContaining('has no option "Nobody"')],
      'line_items.0.unit_price': [expect.stringContaining('takes a number')],
    },
    page: 'create_invoice',
  });
  const { sessionId } = structured as { sessionId: string };
  expect(texts.at(-1)).toContain(sessionId);
  const acted = await user.call('interact', {
    sessionId,
    actions: [
      { type: 'setValue', blockId: 'customer_id', value: 2 },
      { type: 'setValue', blockId: 'line_items.0.unit_price', value: 4 },
    ],
  });
  expect(acted.log().map((item) => item.success)).toEqual([true, true]);
  expect(app.rows('select count(*) as n from invoices')).toEqual(before);
  const again = await user.call('create_invoice', { sessionId, customer_id: 3, line_items: LINES });
  expect(again.structured).toMatchObject({ ok: true, page: 'invoice' });
  const { texts: state } = await user.call('get_state', { sessionId });
  expect(JSON.parse(state[0] ?? '')).toMatchObject({ pageId: 'invoice' });
});

test('validation errors of the page come back by field', async () => {
  const { structured } = await user.call('create_invoice', {
    customer_id: 1,
    issue_date: '2026-02-01',
    due_date: '2026-01-01',
    line_items: [],
  });
  expect(structured).toMatchObject({
    ok: false,
    errors: {
      due_date: ['The due date is before the issue date.'],
      line_items: ['An invoice needs at least one line.'],
    },
  });
});

test('arguments that are not fields, and missing ones, are refused by name', async () => {
  const wrong = await user.call('create_invoice', { customer_id: 1, line_item: [] });
  expect(wrong.texts[0]).toBe(
    'Unknown argument "line_item" for create_invoice. Did you mean "line_items"? Nothing was done.',
  );
  const missing = await user.call('create_invoice', { line_items: [{ quantity: 1, unit_price: 2 }] });
  expect(missing.texts[0]).toContain('Argument "customer_id" of create_invoice is missing.');
  expect(missing.texts[0]).toContain('Argument "line_items.0.description" of create_invoice is missing.');
});
