// Creates data/invoices.db with customers and invoices, the same ones each time. A database that has data is left
// alone; --reset starts it over.  node examples/invoices/seed.mjs [--reset] [--file <path>]
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import Database from 'libsql';

const { values: options } = parseArgs({
  options: {
    reset: { type: 'boolean', default: false },
    file: { type: 'string', default: fileURLToPath(new URL('data/invoices.db', import.meta.url)) },
  },
});

const TABLES = ['invoice_events', 'invoice_lines', 'invoices', 'customers', 'settings'];

const SCHEMA = `
  create table if not exists customers (
    id integer primary key,
    name text not null,
    email text not null unique,
    city text not null default '',
    active integer not null default 1 check (active in (0, 1)),
    created_at text not null default (datetime('now'))
  );
  create table if not exists invoices (
    id integer primary key,
    number text not null unique,
    customer_id integer not null references customers (id),
    issue_date text not null,
    due_date text not null check (due_date >= issue_date),
    status text not null default 'draft' check (status in ('draft', 'sent', 'paid', 'void')),
    notes text not null default '',
    total real not null default 0
  );
  create table if not exists invoice_lines (
    id integer primary key,
    invoice_id integer not null references invoices (id),
    position integer not null,
    description text not null,
    quantity real not null check (quantity > 0),
    unit_price real not null,
    unique (invoice_id, position)
  );
  create table if not exists invoice_events (
    id integer primary key,
    invoice_id integer not null references invoices (id),
    created_at text not null default (datetime('now')),
    event text not null,
    detail text not null default ''
  );
  create table if not exists settings (
    id integer primary key check (id = 1),
    company text not null,
    payment_terms_days integer not null,
    default_notes text not null default ''
  );
`;

const CUSTOMERS = [
  ['Acme Tools', 'accounts@acme.example', 'Berlin', 1],
  ['Blue Harbour Hotel', 'office@blueharbour.example', 'Lisbon', 1],
  ['Corner Bakery', 'hello@cornerbakery.example', 'Paris', 1],
  ['Delta Print', 'billing@deltaprint.example', 'Vienna', 1],
  ['Evergreen Gardens', 'info@evergreen.example', 'Dublin', 1],
  ['Fjord Outdoor', 'finance@fjord.example', 'Oslo', 1],
  ['Grand Cinema', 'admin@grandcinema.example', 'Prague', 1],
  ['Hilltop School', 'bursar@hilltop.example', 'Madrid', 0],
];

const WORK = [
  ['Website design', 950],
  ['Hosting, one month', 49.9],
  ['Consulting, hour', 120],
  ['Photo editing', 35.5],
  ['Newsletter', 210],
  ['Logo', 640],
  ['Training, day', 780],
];

/** Customer, month of issue, status: one invoice each, in the order of their numbers. */
const INVOICES = [
  [1, '2025-07', 'paid'],
  [2, '2025-07', 'paid'],
  [3, '2025-08', 'paid'],
  [4, '2025-08', 'paid'],
  [5, '2025-09', 'paid'],
  [1, '2025-09', 'void'],
  [6, '2025-10', 'paid'],
  [7, '2025-10', 'paid'],
  [2, '2025-11', 'paid'],
  [8, '2025-11', 'paid'],
  [3, '2025-12', 'paid'],
  [4, '2025-12', 'sent'],
  [1, '2026-01', 'paid'],
  [5, '2026-01', 'paid'],
  [6, '2026-02', 'sent'],
  [7, '2026-02', 'paid'],
  [2, '2026-03', 'paid'],
  [3, '2026-03', 'draft'],
  [8, '2026-03', 'void'],
  [1, '2026-04', 'sent'],
  [4, '2026-04', 'paid'],
  [5, '2026-05', 'sent'],
  [6, '2026-05', 'draft'],
  [7, '2026-06', 'sent'],
  [2, '2026-06', 'draft'],
];

const PAYMENT_TERMS_DAYS = 30;

mkdirSync(dirname(options.file), { recursive: true });
const db = new Database(options.file);
db.exec('begin immediate');
if (options.reset) for (const table of TABLES) db.exec(`drop table if exists ${table}`);
db.exec(SCHEMA);
const isSeeded = db.prepare('select 1 from settings').get() !== undefined;
if (!isSeeded) fill();
db.exec('commit');
const { customers, invoices } = db
  .prepare(
    'select (select count(*) from customers) as customers, (select count(*) from invoices) as invoices',
  )
  .get();
db.close();
console.log(
  `${options.file}: ${customers} customers, ${invoices} invoices${isSeeded ? ', as they were' : ''}.`,
);

function fill() {
  const into = (table, columns) => {
    const marks = columns.map(() => '?').join(', ');
    const statement = db.prepare(`insert into ${table} (${columns.join(', ')}) values (${marks})`);
    return (...values) => statement.run(...values);
  };
  const addCustomer = into('customers', ['id', 'name', 'email', 'city', 'active', 'created_at']);
  const addInvoice = into('invoices', [
    'id',
    'number',
    'customer_id',
    'issue_date',
    'due_date',
    'status',
    'notes',
    'total',
  ]);
  const addLine = into('invoice_lines', ['invoice_id', 'position', 'description', 'quantity', 'unit_price']);
  const addEvent = into('invoice_events', ['invoice_id', 'created_at', 'event', 'detail']);

  into('settings', ['id', 'company', 'payment_terms_days', 'default_notes'])(
    1,
    'Example Studio',
    PAYMENT_TERMS_DAYS,
    'Thank you for your business.',
  );
  CUSTOMERS.forEach((customer, index) => {
    addCustomer(index + 1, ...customer, '2025-06-01 09:00:00');
  });
  INVOICES.forEach(([customerId, month, status], index) => {
    const id = index + 1;
    const lines = linesOf(id);
    const total = lines.reduce((sum, [, quantity, price]) => sum + quantity * price, 0);
    const issued = `${month}-${String(1 + ((id * 5) % 28)).padStart(2, '0')}`;
    const due = addDays(issued, PAYMENT_TERMS_DAYS);
    addInvoice(
      id,
      `INV-${String(id).padStart(4, '0')}`,
      customerId,
      issued,
      due,
      status,
      id % 4 === 0 ? 'Delivered in two parts.' : '',
      Math.round(total * 100) / 100,
    );
    for (const [position, line] of lines.entries()) addLine(id, position + 1, ...line);
    addEvent(id, `${issued} 09:00:00`, 'created', '');
    if (status === 'sent' || status === 'paid') addEvent(id, `${issued} 10:00:00`, 'sent', '');
    if (status === 'paid') addEvent(id, `${addDays(issued, 12 + (id % 10))} 08:30:00`, 'paid', '');
    if (status === 'void') addEvent(id, `${addDays(issued, 2)} 16:00:00`, 'voided', 'Ordered twice');
  });
}

/** One to three lines: description, quantity, unit price. */
function linesOf(id) {
  return Array.from({ length: 1 + (id % 3) }, (_, position) => {
    const [description, price] = WORK[(id * 3 + position * 2) % WORK.length];
    return [description, 1 + ((id + position * 3) % 5), price];
  });
}

function addDays(date, days) {
  const later = new Date(`${date}T00:00:00Z`);
  later.setUTCDate(later.getUTCDate() + days);
  return later.toISOString().slice(0, 10);
}
