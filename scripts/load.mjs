// npm run load: many agents over HTTP on the invoices example, and what a call costs.
//   --agents N     side by side (50)
//   --rounds N     invoices that each of them makes (6)
//   --against DIR  another checkout, built: both are measured in turn, in one run
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cpuTime } from '../test/cluster/cpu-time.mjs';
import { ensureBuilt } from './ensure.mjs';
import { root } from './run.mjs';

const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '6' },
    turns: { type: 'string', default: '3' },
    against: { type: 'string' },
  },
});
const agents = Number(values.agents);
const rounds = Number(values.rounds);
const VERSION = '2026-07-28';

await ensureBuilt();
const trees = values.against ? { before: resolve(values.against), now: root } : { now: root };
const results = Object.fromEntries(Object.keys(trees).map((name) => [name, []]));
for (let turn = 0; turn < Number(values.turns); turn++)
  for (const [name, tree] of Object.entries(trees)) {
    const result = await measure(tree);
    results[name].push(result);
    print(`${name} ${turn + 1}`, result);
  }
for (const [name, all] of Object.entries(results)) print(`${name}, median`, middle(all));
if (values.against) {
  const [before, now] = [middle(results.before), middle(results.now)];
  console.log(`CPU per call: ${(now.cpuMs / before.cpuMs).toFixed(2)}x of before`);
}

async function measure(tree) {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-load-'));
  execFileSync(process.execPath, [join(root, 'examples/invoices/seed.mjs')], { stdio: 'ignore' });
  cpSync(join(root, 'examples/invoices'), dir, {
    recursive: true,
    filter: (path) => !path.includes('.lowdefy'),
  });
  writeFileSync(
    join(dir, 'tandem.yaml'),
    'mcp:\n  limits: { requestsPerMinute: 1000000, maxSessionsPerUser: 1000 }\n',
  );
  const server = spawn(
    process.execPath,
    [join(tree, 'dist/cli/main.js'), 'serve', '--dir', dir, '--port', '0', '--mcp-port', '0'],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TANDEM_LOG: 'error' } },
  );
  try {
    await new Promise((done) => server.stdout.once('data', done));
    const port = readFileSync(join(dir, '.tandem/mcp-port'), 'utf8').trim();
    const key = readFileSync(join(dir, '.tandem/mcp-key'), 'utf8').trim();
    const call = toCall(port, key);
    await invoice(call, await session(call));
    const sessions = await Promise.all(Array.from({ length: agents }, () => session(call)));
    const times = [];
    const timed = async (name, args) => {
      const start = performance.now();
      const result = await call(name, args);
      times.push(performance.now() - start);
      return result;
    };
    const cpu = cpuTime(server.pid);
    const start = performance.now();
    await Promise.all(
      sessions.map(async (sessionId) => {
        for (let round = 0; round < rounds; round++) await invoice(timed, sessionId);
      }),
    );
    const seconds = (performance.now() - start) / 1000;
    times.sort((a, b) => a - b);
    return {
      calls: times.length,
      perSecond: times.length / seconds,
      p50: times[Math.floor(times.length * 0.5)],
      p99: times[Math.floor(times.length * 0.99)],
      cpuMs: (cpuTime(server.pid) - cpu) / times.length,
    };
  } finally {
    server.kill('SIGTERM');
    await new Promise((done) => server.on('exit', done));
    rmSync(dir, { recursive: true, force: true });
  }
}

async function session(call) {
  const { structuredContent } = await call('session_create', { name: 'load' });
  return structuredContent.sessionId;
}

/** Five calls: open the form, fill it in two steps, save, look at the list. */
async function invoice(call, sessionId) {
  const set = (blockId, value) => ({ type: 'setValue', blockId, value });
  await call('navigate', { sessionId, pageId: 'create_invoice' });
  await call('interact', { sessionId, actions: [set('customer_id', 'Acme Tools')] });
  await call('interact', {
    sessionId,
    actions: [
      { type: 'callMethod', blockId: 'line_items', method: 'pushItem' },
      set('line_items.0.description', 'Work'),
      set('line_items.0.quantity', 2),
      set('line_items.0.unit_price', 30),
    ],
  });
  await call('interact', {
    sessionId,
    actions: [{ type: 'triggerEvent', blockId: 'save_button', event: 'onClick' }],
  });
  await call('navigate', { sessionId, pageId: 'invoices' });
}

function toCall(port, key) {
  const agent = new Agent({ keepAlive: true });
  let id = 0;
  const meta = {
    'io.modelcontextprotocol/protocolVersion': VERSION,
    'io.modelcontextprotocol/clientInfo': { name: 'load', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return async (name, args) => {
    const params = { name, arguments: args, _meta: meta };
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++id, method: 'tools/call', params });
    const headers = {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Mcp-Protocol-Version': VERSION,
      'Mcp-Method': 'tools/call',
      'Mcp-Name': name,
    };
    const text = await new Promise((done, fail) => {
      const sent = request(
        { host: '127.0.0.1', port, path: '/mcp', method: 'POST', headers, agent },
        (answer) => {
          let all = '';
          answer.setEncoding('utf8');
          answer.on('data', (part) => {
            all += part;
          });
          answer.on('end', () => done(all));
        },
      );
      sent.on('error', fail);
      sent.end(body);
    });
    const line = text.startsWith('{')
      ? text
      : text
          .split('\n')
          .findLast((one) => one.startsWith('data: {'))
          ?.slice(6);
    const { result, error } = JSON.parse(line);
    const log = result?.content?.at(-1)?.text ?? '';
    if (error || result.isError || /"success":false/.test(log))
      throw new Error(`${name}: ${JSON.stringify(error ?? result.content)}`);
    return result;
  };
}

function middle(all) {
  const of = (key) => all.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(all.length / 2)];
  return Object.fromEntries(Object.keys(all[0]).map((key) => [key, of(key)]));
}

function print(name, { calls, perSecond, p50, p99, cpuMs }) {
  console.log(
    `${name}: ${calls} calls, ${perSecond.toFixed(0)} a second, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms, CPU ${cpuMs.toFixed(1)} ms a call`,
  );
}
