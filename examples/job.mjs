// A scripted agent does three small jobs through a real MCP client over stdio, and prints what was said: it creates an
// invoice in the invoices app and sees it in the list; it shows the contacts app and looks somebody up in it; it has a
// flight booked, and a scripted person answers what the tool asks.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const examples = fileURLToPath(new URL('.', import.meta.url));
const tandem = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));
const seed = fileURLToPath(new URL('./invoices/seed.mjs', import.meta.url));

const copy = mkdtempSync(join(tmpdir(), 'contacts-'));
execFileSync(process.execPath, [seed], { stdio: 'ignore' });
const client = new Client(
  { name: 'scripted-agent', version: '1.0.0' },
  { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
);
client.setRequestHandler('elicitation/create', ({ params }) => {
  const [question] = params.message.split('\n\n--x-model-context');
  console.log(`Tool asks: ${question.replaceAll('\n', '\n      ')}`);
  const flightId = /[A-Z]{2}-\d+/.exec(question)?.[0];
  const content = question.startsWith('Select a flight') ? { flightId } : { row: 12, seat: 'A' };
  console.log(`Person → ${JSON.stringify(content)}\n`);
  return { action: 'accept', content };
});
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [tandem, 'mcp', '--dir', examples],
    env: { ...process.env, TANDEM_LOG: 'warn' },
    stderr: 'inherit',
  }),
);

async function call(name, args) {
  const { sessionId: _, ...shown } = args;
  console.log(`Agent → ${name}(${JSON.stringify(shown)})`);
  const result = await client.callTool({ name, arguments: args });
  const texts = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  for (const line of texts.join('\n').split('\n')) console.log(`      ${line}`);
  console.log();
  if (result.isError) throw new Error(`${name} failed`);
  return { ...result.structuredContent, text: texts.join('\n') };
}

try {
  const { sessionId } = await call('session_create', { name: 'Invoice for Acme' });
  await call('navigate', { sessionId, pageId: 'create_invoice', format: 'compact' });
  const saved = await call('interact', {
    sessionId,
    format: 'compact',
    actions: [
      { type: 'setValue', blockId: 'customer_id', value: 'Acme Tools' },
      { type: 'callMethod', blockId: 'line_items', method: 'pushItem' },
      { type: 'setValue', blockId: 'line_items.0.description', value: 'Consulting' },
      { type: 'setValue', blockId: 'line_items.0.quantity', value: 3 },
      { type: 'setValue', blockId: 'line_items.0.unit_price', value: 120 },
      { type: 'triggerEvent', blockId: 'save_button', event: 'onClick' },
    ],
  });
  const [number] = saved.text.match(/INV-\d+/) ?? [];
  await call('navigate', { sessionId, pageId: 'invoices', view: 'none' });
  const list = await call('interact', {
    sessionId,
    format: 'compact',
    actions: [{ type: 'setValue', blockId: 'search', value: number ?? '' }],
  });
  if (!number || !list.text.includes(number)) throw new Error('the new invoice is not in the list');
  await call('session_close', { sessionId });
  console.log(`Done: ${number} was created in the real app, on a real database, and found in its list.\n`);

  // In a copy: a server may be serving the example itself.
  cpSync(join(examples, 'contacts', 'apps'), join(copy, 'apps'), { recursive: true });
  await call('ui_configure', { base_dir: copy });
  await call('ui_start', {});
  await call('ui_display', { name: 'contacts' });
  const code = 'contacts.query = "ada" local found = contacts:summary() contacts.query = "" return found';
  const { text } = await call('ui_run', { code });
  if (!/^"\d+ of \d+"$/.test(text)) throw new Error('the contacts app does not find anybody');
  console.log('Done: the contacts app is shown, and its Lua answers.\n');

  const booked = await call('book_flight', { from: 'New York', destination: 'Lisbon' });
  if (!/"ticketNumber":"TKT-\d{8}"/.test(booked.text)) throw new Error('no flight was booked');
  console.log('Done: a flight was booked, and the person was asked twice on the way.');
} finally {
  await client.close();
  rmSync(copy, { recursive: true, force: true });
}
