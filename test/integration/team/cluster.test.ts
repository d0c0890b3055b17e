import { readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Cluster, startCluster } from '../../../examples/cluster/start-cluster.mjs';
import { withoutNginx } from '../../../examples/cluster/start-nginx.mjs';
import { type Agent, createAgent } from '../../cluster/agent.mjs';
import { createPage } from '../../cluster/page.mjs';
import { createPerson } from '../../cluster/person.mjs';
import { createRelay, type Relay } from '../../cluster/relay.mjs';
import { hasPostgres, startPostgres } from '../../contract/postgres-server.ts';
import { Cut } from '../../faults/http-caller.mjs';
import { createCleanup, eventually } from '../harness.ts';

const cleanup = createCleanup();
const reason = withoutNginx
  ? `${withoutNginx} is not installed`
  : hasPostgres
    ? undefined
    : 'there is no PostgreSQL for this machine';

/** A call whose instance was killed has no result; made again, it must have one. Those made here may be repeated. */
async function calling(agent: Agent, name: string, args: Record<string, unknown> = {}): Promise<string> {
  for (;;) {
    try {
      return (await agent.call(name, args)).texts.join('\n');
    } catch (error) {
      if (!(error instanceof Cut)) throw error;
    }
  }
}

/** Fills in the form and saves it. */
function saveOrder(reference: string): object[] {
  const set = (blockId: string, value: unknown) => ({ type: 'setValue', blockId, value });
  const click = { type: 'triggerEvent', blockId: 'save_button', event: 'onClick' };
  return [set('reference', reference), set('item', 'Tea'), set('quantity', 2), click];
}

describe.skipIf(reason)(reason ? `the cluster (skipped: ${reason})` : 'the cluster', () => {
  let cluster: Cluster;
  let relay: Relay;
  let ca: Buffer;
  beforeAll(async () => {
    const postgres = await startPostgres();
    cleanup.add(() => postgres.stop());
    relay = await createRelay(await postgres.emptyUrl());
    cleanup.add(() => relay.close());
    cluster = await startCluster({ databaseUrl: relay.url });
    cleanup.add(() => cluster.stop());
    ca = readFileSync(cluster.certificate ?? '');
  });
  afterAll(cleanup.run);

  test('agents of each era and a page continue while all instances but one are killed', async () => {
    const { url, keys, instances } = cluster;
    const agents = (['modern', 'legacy'] as const).map((era) =>
      createAgent({ url, key: keys.ANN_KEY, ca, era, localAddress: '127.0.0.2' }),
    );
    for (const agent of agents) cleanup.add(agent.close);
    expect(await Promise.all(agents.map((agent) => agent.protocolEra()))).toEqual(['modern', 'legacy']);
    const person = await createPerson({ url, key: keys.ANN_KEY, ca, localAddress: '127.0.0.3' });
    cleanup.add(person.close);
    const sessions = await Promise.all(
      agents.map(async (agent) => {
        const { sessionId } = JSON.parse(await calling(agent, 'session_create', { name: agent.era }));
        await calling(agent, 'navigate', { sessionId, pageId: 'orders' });
        return String(sessionId);
      }),
    );
    const [ofModern = ''] = sessions;
    expect((await person.get(`/apps/${ofModern}`)).status).toBe(200);
    const page = createPage(person, `/ws/apps/${ofModern}`);
    cleanup.add(page.close);
    const asked = await calling(agents[0] as Agent, 'refund_order', { reference: 'R-0' });
    const [askId = ''] = /ask_[\w-]+/.exec(asked) ?? [];

    for (const [round, instance] of [undefined, ...instances.slice(1)].entries()) {
      await instance?.stop('SIGKILL');
      for (const [i, agent] of agents.entries()) {
        const args = { sessionId: sessions[i], actions: saveOrder(`${agent.era}-${round}`) };
        expect(await calling(agent, 'interact', args)).toContain('"success":true');
      }
      await page.until(`modern-${round}`);
      const acted = await person.post(`/api/apps/${ofModern}`, { actions: saveOrder(`person-${round}`) });
      expect(await acted.text()).toContain('"success":true');
      expect(await calling(agents[1] as Agent, 'get_state', { sessionId: ofModern })).toContain(
        `person-${round}`,
      );
    }

    const answered = await person.post(`/api/asks/${askId}`, {
      action: 'accept',
      content: { reason: 'broken' },
    });
    expect(answered.status).toBe(200);
    expect(await calling(agents[1] as Agent, 'ask_result', { askId, waitSeconds: 50 })).toContain(
      '"refunded":true',
    );
    const database = new pg.Client(cluster.database);
    await database.connect();
    const { rows } = await database.query<{ reference: string }>('select reference from orders');
    const wanted = [0, 1, 2].flatMap((round) =>
      ['modern', 'legacy', 'person'].map((who) => `${who}-${round}`),
    );
    expect(rows.map(({ reference }) => reference).sort()).toEqual(wanted.sort());
    const refunds = await database.query('select reference from refunds');
    await database.end();
    expect(refunds.rows).toEqual([{ reference: 'R-0' }]);
  });

  test('that the database cannot be reached is said in a sentence, and all is well when it is back', async () => {
    const { url, keys } = cluster;
    const agent = createAgent({ url, key: keys.ANN_KEY, ca, era: 'modern', localAddress: '127.0.0.4' });
    cleanup.add(agent.close);
    const { sessionId } = JSON.parse(await calling(agent, 'session_create', { name: 'Before' }));
    relay.refuse();
    await expect(calling(agent, 'session_list')).rejects.toThrow(/The session store .* cannot be reached/);
    relay.open();
    await eventually('the session', () =>
      calling(agent, 'session_list').then(
        (text) => text.includes(sessionId),
        () => false,
      ),
    );
  });
});
