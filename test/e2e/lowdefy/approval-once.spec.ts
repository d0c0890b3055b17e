import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@modelcontextprotocol/client';
import { expect, type Page } from '@playwright/test';
import { write } from '../../fixtures/write-files.ts';
import { createSession, type Served, test as withServer } from '../served.ts';

interface Bank {
  port: number;
  requests: string[];
  held: ServerResponse[];
  isSlow: boolean;
}

/** A bank that counts transfers, and can leave them without an answer. */
const test = withServer.extend<{ bank: Bank }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
  bank: async ({}, use) => {
    const bank: Bank = { port: 0, requests: [], held: [], isSlow: false };
    const server = createServer((request, response) => {
      bank.requests.push(request.url ?? '');
      if (bank.isSlow) bank.held.push(response);
      else response.end('"ok"');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    bank.port = (server.address() as AddressInfo).port;
    await use(bank);
    server.closeAllConnections();
    server.close();
  },
});

async function start(served: Served, { port }: Bank, more = ''): Promise<void> {
  write(served.dir, {
    'lowdefy.yaml': `lowdefy: 4.0.0-rc.11
connections:
  - { id: bank, type: AxiosHttp, properties: { baseURL: "http://127.0.0.1:${port}" } }
pages:
  - id: home
    type: Box
    requests:
      - { id: transfer, type: AxiosHttp, connectionId: bank, properties: { url: /transfer, method: post } }
    blocks:
      - { id: send, type: Button, properties: { title: Send it }, events: { onClick: [{ id: t, type: Request, params: transfer }] } }
`,
  });
  await served.start(`mcp: { confirm: writes${more} }\n`);
}

async function prepare(agent: Client) {
  const sessionId = await createSession(agent, 'Paying', '');
  await agent.callTool({ name: 'navigate', arguments: { sessionId, pageId: 'home' } });
  const actions = [{ type: 'triggerEvent', blockId: 'send', event: 'onClick' }];
  const textOf = ({ content }: { content?: unknown }) => (content as { text: string }[])[0]?.text ?? '';
  return {
    send: async () => textOf(await agent.callTool({ name: 'interact', arguments: { sessionId, actions } })),
    textOf,
  };
}

const card = (page: Page) => page.locator('.approval[data-status="open"]');
const resultOf = (agent: Client, askId: string) =>
  agent.callTool({ name: 'ask_result', arguments: { askId, waitSeconds: 30 } });

for (const era of ['auto', 'legacy'] as const) {
  test(`killed between the yes and its outcome, it is said and asked again, and not done twice (era ${era})`, async ({
    page,
    served,
    bank,
  }) => {
    await start(served, bank);
    const agent = await served.agent('http', undefined, era);
    const { send, textOf } = await prepare(agent);
    const { askId } = JSON.parse(await send()) as { askId: string };
    await served.open(page);
    await page.goto(new URL(`/asks/${askId}`, page.url()).href);
    bank.isSlow = true;
    await card(page).getByRole('button', { name: 'Approve' }).click();
    await expect(page.locator('.approval')).toContainText('You approved');
    // Its answer never comes.
    resultOf(agent, askId).catch(() => {});
    await expect.poll(() => bank.held.length).toBe(1);
    await served.restart();
    bank.isSlow = false;
    const later = await served.agent('http', undefined, era);
    const again = JSON.parse(textOf(await resultOf(later, askId))) as { askId: string; status: string };
    expect([again.status, again.askId === askId]).toEqual(['waiting', false]);
    await page.goto(new URL(`/asks/${again.askId}`, page.url()).href);
    await expect(card(page).getByRole('note')).toContainText('its outcome is unknown');
    expect(bank.requests).toEqual(['/transfer']);
    // The person looked, and wants it done.
    await card(page).getByRole('button', { name: 'Approve' }).click();
    expect(JSON.parse(textOf(await resultOf(later, again.askId)))).toMatchObject({ status: 'done' });
    expect(bank.requests).toEqual(['/transfer', '/transfer']);
  });

  test(`the page and a client that shows questions ask at the same time, and the first answer counts (era ${era})`, async ({
    page,
    served,
    bank,
  }) => {
    await start(served, bank, ', approve: { inClient: true }');
    let shown = '';
    let answer = (_decision: string) => {};
    const agent = await served.agent(
      'http',
      (message) =>
        new Promise((resolve) => {
          shown = message;
          answer = (decision) => resolve({ action: 'accept', content: { decision } });
        }),
      era,
    );
    const { send } = await prepare(agent);
    await served.open(page);
    await page.getByRole('link', { name: 'Paying' }).click();

    // The client first: the card is over.
    const declined = send();
    await expect(card(page)).toContainText('Send it');
    await expect.poll(() => shown).toContain('Click Send it');
    answer('decline');
    expect(await declined).toContain('declined');
    await expect(card(page)).toHaveCount(0);
    expect(bank.requests).toEqual([]);

    // The page first: what the client says later is too late.
    shown = '';
    const approved = send();
    await expect.poll(() => shown).toContain('Click Send it');
    await card(page).getByRole('button', { name: 'Approve' }).click();
    await expect(card(page)).toHaveCount(0);
    answer('decline');
    expect(await approved).not.toContain('declined');
    expect(bank.requests).toEqual(['/transfer']);
  });
}
