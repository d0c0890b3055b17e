import { FaultClient } from '../faults/client.mjs';
import { createRandom } from '../random.mjs';
import { createAgent } from './agent.mjs';
import { createPage } from './page.mjs';
import { createPerson } from './person.mjs';

/** Nothing may take longer than this to work again, however busy the machine is. */
const PATIENCE_MS = 180_000;

/**
 * Agents of both eras that write and read back, and pages that show the sessions of some of them, through the proxy of a
 * cluster until `stop`.
 */
export async function createCrowd(cluster, { agents, pages, judge, figures, seed, pauseMs }) {
  const random = createRandom(seed);
  const people = await Promise.all(
    Array.from({ length: pages }, (_, i) => createPerson(cluster.clientOf(i % agents))),
  );
  const shown = people.map((person) => createPage(person, undefined));
  const callers = Array.from({ length: agents }, (_, i) =>
    createAgent({ ...cluster.clientOf(i), era: i % 2 === 0 ? 'modern' : 'legacy' }),
  );
  const clients = callers.map(
    (caller, i) =>
      new FaultClient(`${caller.era}-${i}`, [figures.watch(caller)], {
        random: createRandom(random.below(2 ** 31)),
        judge,
        pauseMs,
        pageId: 'orders',
        writesPerSession: 200,
        onOpen(sessionId) {
          for (let page = i; page < pages; page += agents) shown[page].move(`/ws/apps/${sessionId}`);
        },
      }),
  );
  for (const client of clients)
    await client.open().catch((error) => {
      throw new Error(`${client.name} cannot begin: ${error.message}`);
    });
  const ending = new AbortController();
  const running = Promise.all(clients.map((client) => client.run(ending.signal)));
  running.catch((error) => judge.violation(`a client broke down: ${error.stack}`));

  /** Everything that was ever acknowledged. */
  async function readBack() {
    for (const [i, client] of clients.entries())
      for (const session of client.sessions)
        await client
          .check(session, callers[i].call)
          .catch((error) =>
            judge.violation(`${client.name}: ${session.sessionId} cannot be read: ${error.message}`),
          );
  }

  /** Pages that were open all the time must show what is written now. */
  async function pagesShow() {
    for (const [i, page] of shown.entries()) {
      const { sessionId } = clients[i % agents].sessions.at(-1);
      const actions = [{ type: 'setValue', blockId: 'reference', value: `last-${i}` }];
      await callers[i % agents].call('interact', { sessionId, actions });
      await Promise.race([page.until(`last-${i}`), after(PATIENCE_MS)]);
      if (!page.shown.includes(`last-${i}`)) judge.violation(`page ${i} does not show what was written last`);
    }
  }

  return {
    /** Resolves when every agent has succeeded since now; with the longest wait of all. */
    async recovered(what) {
      const start = performance.now();
      for (const client of clients)
        while (client.succeededAt < start) {
          if (performance.now() - start > PATIENCE_MS) {
            judge.violation(`${client.name} does not work again after ${what}`);
            break;
          }
          await after(50);
        }
      return performance.now() - start;
    },
    async stop() {
      ending.abort();
      await running;
      await readBack();
      await pagesShow();
      for (const page of shown) page.close();
      for (const person of people) person.close();
      for (const caller of callers) await caller.close();
      const sum = (key) => clients.reduce((total, client) => total + client[key], 0);
      const sessions = clients.reduce((total, client) => total + client.sessions.length, 0);
      const count = (key) => shown.reduce((total, page) => total + page[key], 0);
      console.log(
        `${sum('acknowledged')} acknowledged writes in ${sessions} sessions, read back ${sum('checked')} times; ${pages} pages: ${count('messages')} messages, ${count('lost')} sockets lost and opened again`,
      );
    },
  };
}

function after(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
