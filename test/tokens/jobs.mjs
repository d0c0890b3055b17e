import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import Database from 'libsql';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const set = (blockId, value) => ({ type: 'setValue', blockId, value });
const click = (blockId) => ({ type: 'triggerEvent', blockId, event: 'onClick' });

/** Text as a model reads it, in tokens of four characters: the measure of `mcp.limits.maxResultTokens` and of parity/. */
export const tokensOf = (text) => Math.ceil(text.length / 4);

const ORDER = {
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
};

const INVOICE_ACTIONS = [
  set('customer_id', 'Acme Tools'),
  { type: 'callMethod', blockId: 'line_items', method: 'pushItem' },
  set('line_items.0.description', 'Work'),
  set('line_items.0.quantity', 2),
  set('line_items.0.unit_price', 10.5),
  click('save_button'),
];

const ORDER_ACTIONS = [...Object.entries(ORDER).map(([id, value]) => set(id, value)), click('save')];

/** Each job: where, what an agent calls, and what it must have read at the end. */
export const JOBS = [
  {
    name: 'order-tags',
    about: '30 inputs, 50 rows: open, fill 10, submit, read',
    app: makeOrders,
    calls: (call) => work(call, { name: 'An order', pageId: 'order' }, ORDER_ACTIONS),
    result: 'Saved as order 51.',
  },
  {
    name: 'order-compact',
    about: 'the same, format compact',
    app: makeOrders,
    calls: (call) => work(call, { name: 'An order', pageId: 'order', format: 'compact' }, ORDER_ACTIONS),
    result: 'Saved as order 51.',
  },
  {
    name: 'invoice-tags',
    about: 'an invoice in examples/invoices',
    app: makeInvoices,
    calls: (call) => work(call, { name: 'An invoice', pageId: 'create_invoice' }, INVOICE_ACTIONS),
    result: 'INV-0026',
  },
  {
    name: 'invoice-compact',
    about: 'the same, format compact',
    app: makeInvoices,
    calls: (call) =>
      work(call, { name: 'An invoice', pageId: 'create_invoice', format: 'compact' }, INVOICE_ACTIONS),
    result: 'INV-0026',
  },
];

async function work(call, start, actions) {
  const [created = ''] = (await call('session_create', start)).split('\n');
  return call('interact', { sessionId: JSON.parse(created).sessionId, actions });
}

/** Does a job with the built program and a real client, on a fresh copy of its app. */
export async function runJob(job) {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-tokens-'));
  const client = new Client({ name: 'tokens', version: '1.0.0' });
  const calls = [];
  try {
    job.app(dir);
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [at('../../dist/cli/main.js'), 'mcp', '--dir', dir, '--no-watch'],
        env: { PATH: process.env.PATH, HOME: dir, TZ: 'UTC' },
        stderr: 'ignore',
      }),
    );
    const read = await job.calls(async (name, given) => {
      const { content, isError } = await client.callTool({ name, arguments: given });
      const text = content.map((part) => part.text ?? '').join('\n');
      if (isError) throw new Error(`${name}: ${text}`);
      calls.push({ name, given, text });
      return text;
    });
    if (!read.includes(job.result)) throw new Error(`${job.name} did not end with ${job.result}:\n${read}`);
  } finally {
    await client.close();
    rmSync(dir, { recursive: true, force: true });
  }
  const sum = (textOf) => calls.reduce((total, call) => total + textOf(call).length, 0);
  return {
    calls,
    read: Math.ceil(sum(({ text }) => text) / 4),
    written: Math.ceil(sum(({ given }) => JSON.stringify(given)) / 4),
  };
}

/** What an agent read, without what differs from run to run. */
export function toGolden({ calls, read }) {
  const texts = calls.map(
    ({ name, text }) => `--- ${name}: ${tokensOf(text)} tokens\n${withoutChance(text)}`,
  );
  return `${texts.join('\n\n')}\n\n--- ${read} tokens in ${calls.length} calls\n`;
}

function withoutChance(text) {
  const today = Date.now();
  const days = Array.from({ length: 400 }, (_, i) => [i, new Date(today + (i - 1) * 86_400_000)]);
  let written = text.replace(/sess_[\w-]+/g, 'sess_…').replace(/\d\d:\d\d:\d\d/g, '00:00:00');
  for (const [i, date] of days) written = written.replaceAll(date.toISOString().slice(0, 10), `day ${i - 1}`);
  return written;
}

function makeOrders(dir) {
  cpSync(at('app'), dir, { recursive: true });
  const db = new Database(join(dir, 'orders.db'));
  db.exec('create table orders (id integer primary key, name text, city text, item text, quantity integer)');
  const insert = db.prepare('insert into orders (name, city, item, quantity) values (?, ?, ?, ?)');
  const pick = (list, i) => list[i % list.length];
  for (let i = 0; i < 50; i++)
    insert.run(
      pick(['Ben Moor', 'Cleo Day', 'Dan Poe', 'Eve Lund', 'Fay Ott', 'Gus Ray', 'Hal Gray'], i),
      pick(['Bonn', 'Ghent', 'Lyon', 'Graz', 'Bilbao'], i),
      pick(['Chair', 'Desk', 'Lamp', 'Shelf'], i),
      (i % 9) + 1,
    );
  db.close();
}

function makeInvoices(dir) {
  const from = at('../../examples/invoices');
  cpSync(from, dir, { recursive: true, filter: (path) => !/\.lowdefy|\.tandem|[/\\]data$/.test(path) });
  execFileSync(process.execPath, [join(from, 'seed.mjs'), '--file', join(dir, 'data/invoices.db')], {
    stdio: 'ignore',
  });
}
