import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Cut } from '../faults/http-caller.mjs';
import { Judge } from '../faults/judge.mjs';
import { createRandom } from '../random.mjs';
import { createAgent } from './agent.mjs';
import { countEffects, createEffects, TRANSFER } from './effects.mjs';
import { createFigures, printFigures } from './figures.mjs';
import { startLoadedCluster } from './loaded-cluster.mjs';
import { createPerson } from './person.mjs';

const WORKERS = 8;
const MAX_DOWN = 2;
const PATIENCE_MS = 180_000;

/** Calls of a tool that asks and then does two things, while instances are killed at any moment. */
export async function runAsks({ kills, seed, sticky }) {
  const judge = new Judge();
  const figures = createFigures();
  const random = createRandom(seed);
  const app = createApp();
  const cluster = await startLoadedCluster({ users: WORKERS, app, sticky });
  await createEffects(cluster.database);
  const calls = { started: 0, unknown: 0, answered: new Set(), completed: new Set() };
  const start = performance.now();
  const counted = { kills: 0, down: 0 };
  const isOver = () => counted.kills >= kills || judge.violations.length > 0;

  /** Kills one instance over and over; at least one is left to the clients. */
  async function killing(instance) {
    while (!isOver()) {
      await sleep(random.below(1500));
      if (counted.down >= MAX_DOWN || isOver()) continue;
      counted.down++;
      counted.kills++;
      await instance.stop('SIGKILL');
      await instance.start();
      counted.down--;
    }
  }

  async function working(person, i) {
    const agent = createAgent({ ...cluster.clientOf(i), era: i % 2 ? 'legacy' : 'modern' });
    const caller = figures.watch(agent);
    for (let n = 0; !isOver(); n++) {
      const reference = `${i}-${n}`;
      calls.started++;
      const asked = await caller.call('transfer', { reference }).catch((error) => unknown(error, reference));
      const askId = asked && /ask_[\w-]+/.exec(asked.texts.join(' '))?.[0];
      if (!askId) {
        // A pause after a failure, as any client would make.
        await sleep(200);
        continue;
      }
      if (!(await answer(person, askId))) judge.violation(`${reference}: its question could not be answered`);
      else calls.answered.add(reference);
      await finished(caller, askId, reference);
    }
    await agent.close();
    person.close();
  }

  /** Whether it was begun is not known: what was never answered does nothing. */
  function unknown(error, reference) {
    calls.unknown++;
    if (!(error instanceof Cut) && !error.message.includes('The outcome is unknown'))
      judge.violation(`${reference} was refused: ${error.message}`);
  }

  async function answer(person, askId) {
    for (let end = performance.now() + PATIENCE_MS; performance.now() < end; await sleep(100)) {
      const body = { action: 'accept', content: { ok: true } };
      const response = await person.post(`/api/asks/${askId}`, body).catch(() => undefined);
      if (response?.status === 200) return true;
      const text = await response?.text().catch(() => '');
      if (response && response.status < 500) {
        judge.violation(`the answer to ${askId} was refused: ${response.status} ${text}`);
        return false;
      }
    }
    return false;
  }

  async function finished(caller, askId, reference) {
    for (let end = performance.now() + PATIENCE_MS; performance.now() < end; ) {
      try {
        const { texts } = await caller.call('ask_result', { askId, waitSeconds: 10 });
        if (texts.join(' ').includes(`"transferred":"${reference}"`)) return calls.completed.add(reference);
      } catch (error) {
        if (!(error instanceof Cut)) judge.refusal(reference, error.message);
        await sleep(100);
      }
    }
    return judge.violation(`${reference} was answered and does not end`);
  }

  try {
    const people = await Promise.all(
      Array.from({ length: WORKERS }, (_, i) => createPerson(cluster.clientOf(i))),
    );
    // All of them end, also where one fails: nothing may be started behind the end.
    const all = [...cluster.instances.map(killing), ...people.map(working)];
    await Promise.all(all.map((one) => one.catch((error) => judge.violation(error.stack))));
    const { repeated, missing, again, otherKey } = await countEffects(cluster.database, calls.completed);
    if (calls.completed.size === 0) judge.violation('no call was completed');
    for (const one of repeated) judge.violation(`a journaled effect was repeated: ${one}`);
    for (const one of otherKey) judge.violation(`a step ran again under another key: ${one}`);
    for (const one of missing) judge.violation(`an effect was lost: ${one}`);
    console.log(
      `${counted.kills} kills; ${calls.started} calls started, ${calls.unknown} with an unknown outcome for their client, ${calls.answered.size} answered, ${calls.completed.size} completed`,
    );
    console.log(
      `effects: ${missing.length} lost, ${repeated.length} repeated after they were journaled; ${again} steps were killed between effect and journal, and ran again under the same key`,
    );
    printFigures(figures.summary(), (performance.now() - start) / 1000);
  } finally {
    await cluster.stop();
    rmSync(app, { recursive: true });
  }
  return judge.violations;
}

/** Only the tool: an instance without a Lowdefy app starts sooner. */
function createApp() {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-asks-'));
  mkdirSync(join(dir, 'tools'));
  cpSync(
    fileURLToPath(new URL('../../examples/cluster/app/tandem.yaml', import.meta.url)),
    join(dir, 'tandem.yaml'),
  );
  writeFileSync(join(dir, 'tools/transfer.ts'), TRANSFER);
  return dir;
}
