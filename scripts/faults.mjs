// npm run faults: twenty clients and two servers on one folder, and one thing after the other goes wrong.
//   --minutes N  how long (3)
//   --seed N     repeat a schedule
//   --no-mount   as where no file system may be mounted: writing is forbidden instead of filling one
//   --only A,B   only these faults (kill, restart, stop, diskFull, openFiles, corrupt, cutConnections, spin)
import { parseArgs } from 'node:util';
import { FaultClient } from '../test/faults/client.mjs';
import { createDisk } from '../test/faults/disk.mjs';
import { FAULTS } from '../test/faults/faults.mjs';
import { createFolder } from '../test/faults/folder.mjs';
import { createHttpCaller } from '../test/faults/http-caller.mjs';
import { Judge } from '../test/faults/judge.mjs';
import { growth, memoryOf } from '../test/faults/memory.mjs';
import { createLegacyCaller, createStdioCaller } from '../test/faults/sdk-caller.mjs';
import { FaultServer } from '../test/faults/server.mjs';
import { createRandom } from '../test/random.mjs';
import { ensureBuilt, ensureInstalled } from './ensure.mjs';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '3' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string' },
    'no-mount': { type: 'boolean', default: false },
  },
});
/** Nothing may take longer than this to work again, however busy the machine is. */
const PATIENCE_MS = 180_000;
const [LEGACY, STDIO, ALL] = [4, 2, 20];

await ensureInstalled();
await ensureBuilt();
const random = createRandom(Number(values.seed));
const judge = new Judge();
const omitted = new Set();
const folder = createFolder({ mayMount: !values['no-mount'], minutes: Number(values.minutes) });
const servers = ['A', 'B'].map((name) => new FaultServer(name, folder.path));
const disk = createDisk(folder, servers);
judge.logs = () => servers.map(({ log }) => log).join('\n');
console.log(`${values.minutes} minutes, seed ${values.seed}, in ${folder.path}`);
console.log(`disk full: ${disk?.way ?? 'left out'}`);
for (const server of servers)
  server.onDeath = (how) => {
    judge.violation(how);
    void server.start().catch((error) => judge.violation(`${server.name} cannot start: ${error.message}`));
  };
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end(1));
try {
  await run();
} catch (error) {
  judge.violation(`it broke off: ${error.stack}`);
}
end(judge.violations.length === 0 ? 0 : 1);

function end(code) {
  for (const server of servers) server.killAll();
  folder.remove();
  process.exit(code);
}

async function run() {
  for (const server of servers) await server.start();
  const clients = Array.from({ length: ALL }, (_, index) => createClient(index));
  const ending = new AbortController();
  const running = Promise.all(clients.map((client) => client.run(ending.signal)));
  running.catch((error) => judge.violation(`a client broke down: ${error.stack}`));
  const recovery = {};
  await recovered(clients, 'the start');
  const samples = [];
  const sampling = setInterval(
    () => samples.push(servers.reduce((sum, { pid }) => sum + memoryOf(pid), 0)),
    2000,
  );
  const names = values.only?.split(',') ?? Object.keys(FAULTS);
  const end = performance.now() + Number(values.minutes) * 60_000;
  let waiting = [];
  while (performance.now() < end || waiting.length > 0) {
    // Every kind once before any comes again, in an order of its own each time.
    if (waiting.length === 0) waiting = shuffled(names);
    const name = waiting.shift();
    const limit = setTimeout(giveUp, 3 * PATIENCE_MS, name);
    const what = await FAULTS[name]({ servers, clients, folder, disk, random, judge, omitted });
    clearTimeout(limit);
    if (what === undefined) continue;
    const took = await recovered(clients, what);
    console.log(`${what}: all ${clients.length} clients work again after ${(took / 1000).toFixed(1)} s`);
    recovery[name] = [...(recovery[name] ?? []), took];
  }
  clearInterval(sampling);
  ending.abort();
  await running;
  await readBack(clients);
  await nothingLeft();
  report(clients, recovery, growth(samples));
  for (const client of clients) await client.close();
}

/** Something does not come back: a call without an answer, or a server that neither starts nor ends. */
function giveUp(name) {
  judge.violation(`the fault "${name}" does not end`);
  end(1);
}

function createClient(index) {
  const options = { random: createRandom(random.below(2 ** 31)), judge };
  if (index < STDIO) return new FaultClient(`stdio-${index}`, [createStdioCaller(folder.path)], options);
  const [make, kind] = index < STDIO + LEGACY ? [createLegacyCaller, 'sdk'] : [createHttpCaller, 'http'];
  const [first, second] = index % 2 === 0 ? servers : servers.toReversed();
  return new FaultClient(`${kind}-${index}`, [make(first), make(second)], options);
}

/** Wait until every client has succeeded since now; the longest wait of all. */
async function recovered(clients, after) {
  const start = performance.now();
  for (const client of clients)
    while (client.succeededAt < start) {
      if (performance.now() - start > PATIENCE_MS) {
        judge.violation(`${client.name} does not work again after ${after}`);
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  return performance.now() - start;
}

/** Everything that was ever acknowledged, from a server that has been started for it. */
async function readBack(clients) {
  const [server] = servers;
  await server.kill();
  await server.start();
  const caller = createHttpCaller(server);
  for (const client of clients)
    for (const session of client.sessions)
      await client
        .check(session, (name, args) => caller.call(name, args, { timeoutMs: PATIENCE_MS }))
        .catch((error) =>
          judge.violation(`${client.name}: ${session.sessionId} cannot be read: ${error.message}`),
        );
  caller.close();
}

/** What a server has started must not outlive it. */
async function nothingLeft() {
  for (const server of servers) await server.kill();
  const start = performance.now();
  const left = () => servers.flatMap((server) => server.leftOver());
  while (left().length > 0 && performance.now() - start < PATIENCE_MS)
    await new Promise((resolve) => setTimeout(resolve, 200));
  if (left().length > 0) judge.violation(`processes outlive their servers: groups ${left().join(', ')}`);
}

function report(clients, recovery, memory) {
  const sum = (key) => clients.reduce((total, client) => total + client[key], 0);
  const { calls = 0, cut = 0, refused = 0 } = judge.counts;
  const sessions = clients.reduce((total, client) => total + client.sessions.length, 0);
  const same = `${values['no-mount'] ? ' --no-mount' : ''}${values.only ? ` --only ${values.only}` : ''}`;
  console.log(
    `\n${calls} calls, ${sum('acknowledged')} acknowledged writes in ${sessions} sessions, read back ${sum('checked')} times`,
  );
  console.log(`${cut} calls without an answer, ${refused} refused with a sentence:`);
  for (const [text, count] of [...judge.refusals].sort((a, b) => b[1] - a[1]).slice(0, 12))
    console.log(`  ${count} × ${text.replaceAll('\n', ' ')}`);
  for (const [name, all] of Object.entries(recovery))
    console.log(`${name}: ${all.length} times, longest recovery ${(Math.max(...all) / 1000).toFixed(1)} s`);
  console.log(
    `memory of both servers: ${memory.first.toFixed(0)} MB in the first third, ${memory.last.toFixed(0)} MB in the last, ${memory.ratio.toFixed(2)}x`,
  );
  for (const what of omitted) console.log(`left out: ${what}`);
  console.log(
    `${judge.violations.length} violations; to repeat: npm run faults -- --minutes ${values.minutes} --seed ${values.seed}${same}`,
  );
}

function shuffled(list) {
  const rest = [...list];
  return Array.from({ length: list.length }, () => rest.splice(random.below(rest.length), 1)[0]);
}
