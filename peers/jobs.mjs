/** What each job is about, and what the agent must have read at the end. */
export const JOBS = [
  {
    name: 'order',
    app: 'orders',
    about: '30 inputs and a table of 50 rows: open the page, fill ten fields, save, read the result',
    result: 'Saved as order 51',
    expected: { table: 'orders', row: { name: 'Ada Byron', city: 'London', item: 'Desk', quantity: 2 } },
  },
  {
    name: 'invoice',
    app: 'invoices',
    about: 'a form with a list: choose a customer, add a line, save, read the new invoice',
    result: 'INV-0026',
    expected: { table: 'invoice_lines', row: { description: 'Work', quantity: 2, unit_price: 10.5 } },
  },
  {
    name: 'lookup',
    app: 'invoices',
    about: 'open the table of invoices, open one of them, read its customer and total',
    result: 'INV-0012',
  },
];

/** What the agents enter. */
export const GIVEN = {
  order: {
    fields: {
      name: 'Ada Byron',
      email: 'ada@example.com',
      phone: '+44 20 7946 0000',
      street: '12 Square',
      postcode: 'SW1Y',
      city: 'London',
      item: 'Desk',
      color: 'oak',
      quantity: 2,
      notes: 'Ring twice',
    },
  },
  invoice: { customer: 'Acme Tools', line: { description: 'Work', quantity: 2, price: 10.5 } },
  lookup: { number: 'INV-0012' },
};
