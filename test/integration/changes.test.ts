import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, test } from 'vitest';
import { transport2, type Via } from './client-legs.ts';
import { COUNTER } from './fixture-area.mjs';
import {
  ANN,
  BEN,
  createCleanup,
  eventually,
  fileAppears,
  type Served,
  serve,
  tempDir,
  twoUsers,
} from './harness.ts';

const cleanup = createCleanup();
afterEach(cleanup.run);

/** Notifications are ordered: once this later one has arrived, an earlier one will not come. */
const FENCE = 'test://fence';

type Era = 'modern' | 'legacy';
const LEGS: [Era, Via][] = [
  ['modern', 'stdio'],
  ['modern', 'http'],
  ['legacy', 'stdio'],
  ['legacy', 'http'],
  ['legacy', 'sse'],
];

interface Open {
  client: Client;
  dir: string;
}

async function open(era: Era, via: Via, server?: { served: Served; key: string }): Promise<Open> {
  const dir = server?.served.dir ?? tempDir(cleanup);
  const served = via === 'stdio' ? undefined : (server?.served ?? (await serve(cleanup, dir)));
  const mode = era === 'modern' ? 'auto' : 'legacy';
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  await client.connect(transport2(via, dir, served, server?.key));
  cleanup.add(() => client.close());
  expect(client.getProtocolEra()).toBe(era);
  return { client, dir };
}

describe.each(LEGS)('%s era over %s', (era, via) => {
  test('progress reaches the caller while the call runs', async () => {
    const { client, dir } = await open(era, via);
    const heard: unknown[] = [];
    const calling = client.callTool(
      { name: 'slow', arguments: { id: 'a' } },
      { onprogress: (update) => heard.push(update) },
    );
    await eventually('three reports', () => heard.length === 3);
    expect(heard).toEqual([1, 2, 3].map((step) => ({ progress: step, total: 3, message: `step ${step}` })));
    writeFileSync(join(dir, 'a.gate'), '');
    expect((await calling).content).toEqual([{ type: 'text', text: 'a went through the gate' }]);
  });

  test('a call that the client cancels is cancelled in the handler, and only that one', async () => {
    const { client, dir } = await open(era, via);
    const controller = new AbortController();
    const calling = client.callTool({ name: 'slow', arguments: { id: 'a' } }, { signal: controller.signal });
    const other = client.callTool({ name: 'slow', arguments: { id: 'b' } });
    await Promise.all([fileAppears(join(dir, 'a.started')), fileAppears(join(dir, 'b.started'))]);
    controller.abort();
    await expect(calling).rejects.toThrow();
    await fileAppears(join(dir, 'a.cancelled'));
    writeFileSync(join(dir, 'b.gate'), '');
    expect((await other).content).toEqual([{ type: 'text', text: 'b went through the gate' }]);
    expect(existsSync(join(dir, 'b.cancelled'))).toBe(false);
  });

  test('notifications of a changed resource and of changed tools arrive', async () => {
    const { client } = await open(era, via);
    const notices = await hear(client, era);
    await client.callTool({ name: 'touch' });
    await eventually('a notice of each', () => notices.updated.length > 0 && notices.tools > 0);
    expect(notices.updated).toEqual([COUNTER]);
  });

  test('notifications without a subscription do not arrive', async () => {
    const { client } = await open(era, via);
    const notices = await hear(client, era, [FENCE]);
    await client.callTool({ name: 'touch' });
    await client.callTool({ name: 'touch', arguments: { uri: FENCE } });
    await eventually('the later notice', () => notices.updated.includes(FENCE));
    expect(notices.updated).toEqual([FENCE]);
  });
});

describe.each([
  ['modern', 'http'],
  ['legacy', 'http'],
  ['legacy', 'sse'],
] as const)('two users, %s era over %s', (era, via) => {
  test("a user's change is not reported to another user", async () => {
    const served = await serve(cleanup, tempDir(cleanup), twoUsers);
    const ann = await open(era, via, { served, key: ANN });
    const ben = await open(era, via, { served, key: BEN });
    const heardByAnn = await hear(ann.client, era);
    const heardByBen = await hear(ben.client, era);
    await ben.client.callTool({ name: 'touch' });
    await ben.client.callTool({ name: 'touch', arguments: { uri: FENCE, userId: 'ann' } });
    await eventually("Ann's notice", () => heardByAnn.updated.includes(FENCE));
    await eventually("Ben's notice", () => heardByBen.updated.includes(COUNTER));
    expect(heardByAnn.updated).toEqual([FENCE]);
    expect(heardByBen.updated).toEqual([COUNTER]);
  });
});

interface Notices {
  updated: string[];
  tools: number;
}

/** Subscribes to changes, as each era does; resolves when notifications are certain to arrive. */
async function hear(client: Client, era: Era, resources = [COUNTER, FENCE]): Promise<Notices> {
  const notices: Notices = { updated: [], tools: 0 };
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    notices.updated.push(params.uri);
  });
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    notices.tools++;
  });
  if (era === 'modern') {
    const subscription = await client.listen({ toolsListChanged: true, resourceSubscriptions: resources });
    cleanup.add(() => subscription.close());
    return notices;
  }
  // The older HTTP client opens its stream for notices by itself and does not say when it is there.
  await eventually('a first notice', async () => {
    await client.callTool({ name: 'touch', arguments: { userId: 'nobody' } });
    return notices.tools > 0;
  });
  for (const uri of resources) await client.subscribeResource({ uri });
  return notices;
}
