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
const client = await connect(examples);
// In a copy: a server may be serving the example itself.
cpSync(join(examples, 'contacts', 'apps'), join(copy, 'apps'), { recursive: true });
const builder = await connect(copy);

async function connect(dir) {
  const made = new Client(
    { name: 'scripted-agent', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: { form: {} } } },
  );
  made.setRequestHandler('elicitation/create', ({ params }) => answer(params.message));
  const env = { ...process.env, TANDEM_LOG: 'warn' };
  const args = [tandem, 'mcp', '--dir', dir];
  await made.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'inherit' }));
  return made;
}

/** What the scripted person says. */
function answer(message) {
  const [question] = message.split('\n\n--x-model-context');
  console.log(`Tool asks: ${question.replaceAll('\n', '\n      ')}`);
  const flightId = /[A-Z]{2}-\d+/.exec(question)?.[0];
  const content = question.startsWith('Select a flight') ? { flightId } : { row: 12, seat: 'A' };
  console.log(`Person → ${JSON.stringify(content)}\n`);
  return { action: 'accept', content };
}

/** Of earlier starts: one is enough to look at. */
async function closeEarlier(name) {
  const { structuredContent } = await client.callTool({
    name: 'session_list',
    arguments: { query: name, status: 'open' },
  });
  for (const { sessionId } of structuredContent?.sessions ?? [])
    await client.callTool({ name: 'session_close', arguments: { sessionId } });
}

async function call(name, args, by = client) {
  const { sessionId: _, ...shown } = args;
  console.log(`Agent → ${name}(${JSON.stringify(shown)})`);
  const result = await by.callTool({ name, arguments: args });
  const texts = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  for (const line of texts.join('\n').split('\n')) console.log(`      ${line}`);
  console.log();
  if (result.isError) throw new Error(`${name} failed`);
  return { ...result.structuredContent, text: texts.join('\n') };
}

try {
  await closeEarlier('Invoice for Acme');
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
  console.log(`Done: ${number} was created in the real app, on a real database, and found in its list.`);
  console.log('Its session stays open: its page is in the list of sessions.\n');

  await call('ui_configure', { base_dir: copy }, builder);
  await call('ui_start', {}, builder);
  await call('ui_display', { name: 'contacts' }, builder);
  const code = 'contacts.query = "ada" local found = contacts:summary() contacts.query = "" return found';
  const { text } = await call('ui_run', { code }, builder);
  if (!/^"\d+ of \d+"$/.test(text)) throw new Error('the contacts app does not find anybody');
  console.log('Done: the contacts app is shown, and its Lua answers.\n');

  const booked = await call('book_flight', { from: 'New York', destination: 'Lisbon' });
  if (!/"ticketNumber":"TKT-\d{8}"/.test(booked.text)) throw new Error('no flight was booked');
  console.log('Done: a flight was booked, and the person was asked twice on the way.');
} finally {
  await client.close();
  await builder.close();
  rmSync(copy, { recursive: true, force: true });
}
