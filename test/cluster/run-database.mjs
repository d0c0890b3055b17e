import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../examples/cluster/start-postgres.mjs';
import { Judge } from '../faults/judge.mjs';
import { createCrowd } from './crowd.mjs';
import { createFigures, printFigures } from './figures.mjs';
import { startLoadedCluster } from './loaded-cluster.mjs';
import { createRelay } from './relay.mjs';

const OUTAGE_MS = 15_000;

/** Agents and pages at work while the database is restarted, refuses, and is silent, in turn. */
export async function runDatabase({ minutes, agents, pages, seed, pauseMs, sticky }) {
  const judge = new Judge();
  const postgres = await startPostgres();
  const relay = await createRelay(postgres.url);
  const cluster = await startLoadedCluster({ users: agents, sticky, databaseUrl: relay.url });
  judge.logs = () => cluster.instances.map((instance) => instance.log()).join('\n');
  const outages = {
    'restarted at once': async () => {
      await postgres.stop();
      await postgres.start();
    },
    'refusing for 15 s': async () => {
      relay.refuse();
      await sleep(OUTAGE_MS);
      relay.open();
    },
    'silent for 15 s': async () => {
      relay.silence();
      await sleep(OUTAGE_MS);
      relay.open();
    },
  };
  try {
    const total = createFigures();
    let figures = total;
    const watch = (caller) => ({ ...caller, call: (...args) => figures.watch(caller).call(...args) });
    const crowd = await createCrowd(cluster, { agents, pages, judge, figures: { watch }, seed, pauseMs });
    await crowd.recovered('the start');
    const start = performance.now();
    do
      for (const [name, cause] of Object.entries(outages)) {
        figures = createFigures();
        const began = performance.now();
        await cause();
        const recovery = await crowd.recovered(`the database was ${name}`);
        await sleep(3000);
        console.log(
          `database ${name}: every agent works again ${(recovery / 1000).toFixed(1)} s after it was back`,
        );
        printFigures(figures.summary(), (performance.now() - began) / 1000);
      }
    while (performance.now() - start < minutes * 60_000);
    await crowd.stop();
  } finally {
    await cluster.stop();
    relay.close();
    await postgres.remove();
  }
  return judge.violations;
}
