import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../examples/cluster/start-postgres.mjs';
import { memoryOf } from '../faults/memory.mjs';
import { createAgent } from './agent.mjs';
import { cpuTime, ownCpuTime } from './cpu-time.mjs';
import { createFigures, printFigures } from './figures.mjs';
import { startLoadedCluster } from './loaded-cluster.mjs';
import { createStoreFigures } from './store-figures.mjs';

/** One, two and three instances under as many calls as they take: agents that do not pause. */
export async function runScale({ minutes, agents, sticky }) {
  const results = [];
  for (const instances of [1, 2, 3]) results.push(await measure({ instances, agents, minutes, sticky }));
  const [first] = results;
  for (const { instances, perSecond, cpuMs } of results)
    console.log(
      `${instances} instances: ${perSecond.toFixed(1)} calls a second, ${(perSecond / first.perSecond).toFixed(2)}x of one; CPU of a call ${cpuMs.toFixed(1)} ms, ${(cpuMs / first.cpuMs).toFixed(2)}x of one`,
    );
  return [];
}

async function measure({ instances, agents, minutes, sticky }) {
  const postgres = await startPostgres({ settings: ['shared_preload_libraries=pg_stat_statements'] });
  const cluster = await startLoadedCluster({ users: agents, sticky, instances, databaseUrl: postgres.url });
  const store = await createStoreFigures(postgres.url);
  try {
    const idle = cluster.instances.map(({ pid }) => memoryOf(pid()));
    const figures = createFigures();
    let isOver = false;
    const callers = Array.from({ length: agents }, (_, i) =>
      createAgent({ ...cluster.clientOf(i), era: i % 2 ? 'legacy' : 'modern', timeoutMs: 120_000 }),
    );
    let watched = callers;
    const working = callers.map(async (caller, i) => {
      const { structured } = await caller.call('session_create', { name: 'load' });
      for (let n = 0; !isOver; n++) await order(watched[i], structured.sessionId, `${i}-${n}`);
    });
    await warm(store, agents);
    await store.reset();
    watched = callers.map((caller) => figures.watch(caller));
    const total = (of) => cluster.instances.reduce((sum, { pid }) => sum + of(pid()), 0);
    const cpu = () => ({
      instances: total(cpuTime),
      servers: total(ownCpuTime),
      postgres: cpuTime(postgres.pid()),
      nginx: cpuTime(cluster.nginx.pid),
    });
    const [before, start, callsBefore] = [cpu(), performance.now(), figures.calls];
    await sleep(minutes * 60_000);
    const [after, seconds, calls] = [cpu(), (performance.now() - start) / 1000, figures.calls - callsBefore];
    const summary = figures.summary();
    const statements = await store.statements();
    const connections = await store.connections();
    isOver = true;
    await Promise.all(working);
    for (const caller of callers) await caller.close();
    console.log(`\n${instances} instances, ${agents} agents without pauses`);
    printFigures(summary, seconds);
    const ms = (name) => (after[name] - before[name]) / calls;
    console.log(
      `CPU of a call: instances ${ms('instances').toFixed(1)} ms (${ms('servers').toFixed(1)} ms of it the server, the rest its engines), PostgreSQL ${ms('postgres').toFixed(1)} ms, nginx ${ms('nginx').toFixed(2)} ms`,
    );
    console.log(
      `round trips of a call: ${(statements.store / calls).toFixed(2)} to the session store, ${(statements.app / calls).toFixed(2)} of the app; ${(statements.ms / (statements.store + statements.app)).toFixed(2)} ms in the database each; connections: ${connections.store} of the store, ${connections.app} of the app`,
    );
    for (const { calls: times, ms: each, query } of await store.mostFrequent())
      console.log(`  ${(times / calls).toFixed(2)} a call, ${each.toFixed(2)} ms: ${query}`);
    const size = await store.size();
    console.log(
      `memory: ${idle.map((mb) => mb.toFixed(0)).join(', ')} MB idle, ${cluster.instances.map(({ pid }) => memoryOf(pid()).toFixed(0)).join(', ')} MB with ${agents} sessions`,
    );
    console.log(
      `stored: ${size.sessions} sessions, record ${size.recordBytes} B, history ${Math.round(size.logBytes / summary.calls)} B a call, ${Math.round(size.diskBytes / 1024)} kB on disk`,
    );
    return { instances, perSecond: calls / seconds, cpuMs: ms('instances') + ms('postgres') + ms('nginx') };
  } finally {
    await store.close();
    await cluster.stop();
    await postgres.remove();
  }
}

/** Engines start with the first calls; the figures begin when every session has saved some orders. */
async function warm(store, agents) {
  for (;;) {
    const { app } = await store.statements();
    if (app > agents * 6) return;
    await sleep(200);
  }
}

/** Three calls: open the form, fill it in, save. */
async function order(caller, sessionId, reference) {
  const set = (blockId, value) => ({ type: 'setValue', blockId, value });
  await caller.call('navigate', { sessionId, pageId: 'orders' });
  const fields = [set('reference', reference), set('item', 'Tea'), set('quantity', 2)];
  await caller.call('interact', { sessionId, actions: fields });
  const click = { type: 'triggerEvent', blockId: 'save_button', event: 'onClick' };
  await caller.call('interact', { sessionId, actions: [click] });
}
