import { setTimeout as sleep } from 'node:timers/promises';
import { Judge } from '../faults/judge.mjs';
import { createRandom } from '../random.mjs';
import { createCrowd } from './crowd.mjs';
import { createFigures, printFigures } from './figures.mjs';
import { startLoadedCluster } from './loaded-cluster.mjs';

/** Agents and pages at work while instances are ended in turn, by `signal`, and started again. */
export async function runKills({ minutes, agents, pages, seed, pauseMs, sticky, signal }) {
  const judge = new Judge();
  const figures = createFigures();
  const random = createRandom(seed);
  const cluster = await startLoadedCluster({ users: agents, sticky });
  judge.logs = () => cluster.instances.map((instance) => instance.log()).join('\n');
  try {
    const crowd = await createCrowd(cluster, { agents, pages, judge, figures, seed, pauseMs });
    await crowd.recovered('the start');
    const start = performance.now();
    const recoveries = [];
    for (let turn = 0; performance.now() - start < minutes * 60_000; turn++) {
      const instance = cluster.instances[turn % cluster.instances.length];
      await instance.stop(signal);
      recoveries.push(await crowd.recovered(`${signal} of ${instance.name}`));
      await sleep(random.below(2000));
      await instance.start();
      await crowd.recovered(`the start of ${instance.name}`);
      await sleep(random.below(3000));
    }
    const seconds = (performance.now() - start) / 1000;
    const summary = figures.summary();
    await crowd.stop();
    console.log(
      `${recoveries.length} times ${signal}, longest until every agent worked again ${(Math.max(...recoveries) / 1000).toFixed(1)} s`,
    );
    printFigures(summary, seconds);
  } finally {
    await cluster.stop();
  }
  return judge.violations;
}
