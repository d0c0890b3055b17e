import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { expect, type Page } from '@playwright/test';
import { copyFlights, ticketsIn } from '../integration/ask/flights.ts';
import { test } from './served.ts';

const TRIP = { name: 'book_flight', arguments: { from: 'New York', destination: 'Lisbon' } };

test('a person answers on the page, even after the server was killed, and the agent gets the ticket', async ({
  served,
  page,
  troubles,
}) => {
  copyFlights(served.dir);
  await served.start();
  let agent = await served.agent();
  const { askId, url } = await ask(agent);
  expect(url).toBe(`http://localhost:${served.ui}/asks/${askId}`);
  await served.open(page);
  await page.getByRole('link', { name: 'Questions' }).click();
  await page.getByRole('link', { name: 'Select a flight from New York to Lisbon:' }).click();
  await expect(page).toHaveURL(url);
  await expect(page.getByRole('heading', { name: 'book_flight' })).toBeVisible();
  await expect(page.locator('.td-question')).toContainText('SkyHigh SH-');

  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Please fill this in.' })).toBeVisible();
  const flight = String(((await page.locator('.td-question').textContent()) ?? '').match(/SH-\d+/)?.[0]);
  await page.getByLabel('flightId').fill(flight);
  const unreachable = page.getByText('The server is not reachable. Try again in a moment.');
  await served.restart(async () => {
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(unreachable).toHaveCount(1);
    await page.getByRole('button', { name: 'Decline' }).click();
    await expect(unreachable).toHaveCount(2);
  });
  // What is no longer true is no longer said, and what was typed is still there.
  await expect(unreachable).toHaveCount(0);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('link', { name: 'There is another question' }).click();

  await page.getByLabel('row', { exact: true }).fill('12');
  await page.getByLabel('seat', { exact: true }).fill('aisle');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.locator('.field', { hasText: 'seat' }).getByRole('alert')).toHaveText('one letter');
  await page.getByLabel('seat', { exact: true }).fill('a');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('The tool has finished.')).toBeVisible();

  agent = await served.agent();
  const result = await agent.callTool({ name: 'ask_result', arguments: { askId, waitSeconds: 50 } });
  expect(result.structuredContent).toMatchObject({
    status: 'done',
    result: { seat: '12A', flight: { id: flight } },
  });
  expect(ticketsIn(served.dir)).toHaveLength(1);
  await page.goto(url);
  await expect(page.getByText('You answered this.')).toBeVisible();
  // What the call did, in words.
  await page.getByText('History', { exact: true }).click();
  const history = page.getByRole('list', { name: 'What happened' });
  await expect(history).toContainText('book_flight finished');
  await expect(history).toContainText('book_flight asked: Select a flight from New York to Lisbon:');
  await expect(history).toContainText('You answered');
  expect(troubles.list).toEqual([]);
});

test('every kind of answer has a field; errors are shown next to it', async ({ served, page, troubles }) => {
  mkdirSync(join(served.dir, 'tools'));
  writeFileSync(
    join(served.dir, 'tools/all.ts'),
    `import { createMcpTool } from 'tandem-mcp/ask';
     import { z } from 'zod';
     export const all = createMcpTool('all').description('Asks.').parameters(z.object({}))
       .elicits({ q: z.object({
         text: z.string().describe('some text').default('preset'),
         mail: z.email(),
         day: z.iso.date(),
         long: z.string().max(1000).optional(),
         count: z.int().min(1).max(9),
         share: z.number().optional(),
         sure: z.boolean(),
         size: z.enum(['S', 'M', 'L']).default('M'),
         tags: z.array(z.enum(['red', 'green'])),
         deep: z.object({ a: z.number() }).optional(),
       }) })
       .execute(function* (_params, ctx) { return yield* ctx.elicit('q', { message: 'Fill <b>all</b> in' }); });`,
  );
  await served.start();
  const agent = await served.agent();
  const asked = await agent.callTool({ name: 'all' });
  const { askId, url } = JSON.parse((asked.content as { text: string }[])[0]?.text ?? '') as {
    askId: string;
    url: string;
  };
  await served.open(page);
  await page.goto(url);
  await expect(page.locator('.td-question')).toHaveText('Fill <b>all</b> in');
  await expect(page.getByLabel('text (optional)')).toHaveValue('preset');
  await expect(page.getByText('some text')).toBeVisible();
  await expect(page.getByLabel('size (optional)')).toHaveValue('M');
  await page.getByLabel('mail').fill('not a mail');
  await page.getByLabel('day').fill('2026-07-28');
  await page.getByLabel('count').fill('12');
  await page.getByLabel('sure').check();
  await page.getByLabel('green').check();
  await page.getByLabel('deep (optional)').fill('{"a":1}');
  await page.getByRole('button', { name: 'Send' }).click();
  const fault = (field: string) => page.locator('.field', { hasText: field }).getByRole('alert');
  await expect(fault('mail')).toHaveText('This is not an e-mail address.');
  await expect(fault('count')).toHaveText('Please enter 9 or less.');
  await page.getByLabel('mail').fill('ann@example.com');
  await page.getByLabel('count').fill('7');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('The tool has finished.')).toBeVisible();
  const result = await agent.callTool({ name: 'ask_result', arguments: { askId } });
  expect(result.structuredContent).toMatchObject({
    result: {
      action: 'accept',
      content: {
        text: 'preset',
        mail: 'ann@example.com',
        day: '2026-07-28',
        count: 7,
        sure: true,
        size: 'M',
        tags: ['green'],
        deep: { a: 1 },
      },
    },
  });
  expect(troubles.list).toEqual([]);
});

test('decline, unknown questions, and requests without the page token', async ({ served, page }) => {
  copyFlights(served.dir);
  await served.start();
  const agent = await served.agent();
  const { askId, url } = await ask(agent);
  // Without a cookie the address shows nothing of the question.
  const bare = await (await fetch(url, { headers: { Accept: 'text/html' } })).text();
  expect(bare).toContain('tandem open');
  const answering = await fetch(`http://localhost:${served.ui}/api/asks/${askId}`, { method: 'POST' });
  expect(answering.status).toBe(403);
  await served.open(page);
  await page.goto(url);
  const status = await page.evaluate(async (path) => {
    const body = JSON.stringify({ action: 'decline' });
    return (await fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }))
      .status;
  }, `/api/asks/${askId}`);
  expect(status).toBe(403);
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('You declined this.')).toBeVisible();
  await page.goto(`http://localhost:${served.ui}/asks/ask_${'0'.repeat(26)}-1`);
  await expect(page.getByText('Question not found')).toBeVisible();
  await page.goto(`http://localhost:${served.ui}/asks`);
  await expect(page.getByText('No open questions')).toBeVisible();
});

test('questions appear and disappear on the list by themselves, whichever process asks, and after a restart', async ({
  served,
  page,
}) => {
  copyFlights(served.dir);
  await served.start();
  await served.open(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(`http://localhost:${served.ui}/asks`);
  await expect(page.getByText('No open questions')).toBeVisible();
  const links = page.getByRole('link', { name: 'Select a flight' });
  const one = await ask(await served.agent());
  await expect(links).toHaveCount(1);
  const other = await ask(await served.agent('stdio'), { again: true });
  await expect(links).toHaveCount(2);
  await settle(page, one.askId);
  await expect(links).toHaveCount(1);
  await expect(links).toHaveAttribute('href', `/asks/${other.askId}`);
  const away = page.waitForEvent('websocket');
  await served.restart();
  await away;
  await settle(page, other.askId);
  await expect(page.getByText('No open questions')).toBeVisible();
  // Pushed, not polled.
  expect(requests.filter((path) => path === '/asks')).toHaveLength(1);
  expect(requests.filter((path) => path.startsWith('/api/asks'))).toEqual([
    `/api/asks/${one.askId}`,
    `/api/asks/${other.askId}`,
  ]);
});

test("a question's page follows it to the end of its call, through a lost connection", async ({
  served,
  page,
  context,
}) => {
  copyFlights(served.dir);
  await served.start();
  const { askId, url } = await ask(await served.agent());
  await served.open(page);
  const other = await context.newPage();
  for (const tab of [page, other]) await tab.goto(url);
  await expect(page.getByLabel('flightId')).toBeVisible();
  await page.getByLabel('flightId').fill('half typed');
  const again = page.waitForEvent('websocket');
  await served.restart();
  await again;
  await expect(page.getByLabel('flightId')).toHaveValue('half typed');
  const flights = (await other.locator('.td-question').textContent()) ?? '';
  await other.getByLabel('flightId').fill(String(flights.match(/[A-Z]{2}-\d+/)?.[0]));
  await other.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('You answered this.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'There is another question' })).toBeVisible();
  await settle(other, askId.replace(/-1$/, '-2'));
  await expect(page.getByText('The tool has finished.')).toBeVisible();
});

test('an invalid answer of a tool’s own component: the reason is shown, and what was typed stays', async ({
  served,
  page,
}) => {
  mkdirSync(join(served.dir, 'tools/code'), { recursive: true });
  writeFileSync(
    join(served.dir, 'tools/code/tool.ts'),
    `import { createMcpTool } from 'tandem-mcp/ask';
     import { z } from 'zod';
     export const code = createMcpTool('code').description('Asks.').parameters(z.object({}))
       .elicits({ q: z.object({ code: z.string().regex(/^x+$/, 'only x') }) })
       .execute(function* (_params, ctx) { return yield* ctx.elicit('q', { message: 'The code?' }); });`,
  );
  writeFileSync(
    join(served.dir, 'tools/code/plugin.tsx'),
    `import { useState } from 'react';
     import { makePlugin } from 'tandem-mcp/ask/client';
     import { code } from './tool.ts';
     function Box({ onRespond, disabled }) {
       const [text, setText] = useState('');
       return (
         <form onSubmit={(event) => { event.preventDefault(); onRespond({ code: text }); }}>
           <label>Code <input disabled={disabled} value={text} onChange={(event) => setText(event.target.value)} /></label>
           <button disabled={disabled}>Go</button>
         </form>
       );
     }
     export const plugin = makePlugin(code).onElicit({
       *q(req, ctx) { return { action: 'accept', content: yield* ctx.render(Box, {}) }; },
     }).build();`,
  );
  await served.start();
  const asked = await (await served.agent()).callTool({ name: 'code' });
  const { url } = JSON.parse((asked.content as { text: string }[])[0]?.text ?? '') as { url: string };
  await served.open(page);
  await page.goto(url);
  await page.getByRole('textbox', { name: 'Code' }).fill('xay');
  await page.getByRole('button', { name: 'Go' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'only x' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveValue('xay');
  await page.getByRole('textbox', { name: 'Code' }).fill('xx');
  await page.getByRole('button', { name: 'Go' }).click();
  await expect(page.getByText('The tool has finished.')).toBeVisible();
});

async function ask(agent: Client, more: { again?: true } = {}): Promise<{ askId: string; url: string }> {
  const asked = await agent.callTool({ ...TRIP, arguments: { ...TRIP.arguments, ...more } });
  return JSON.parse((asked.content as { text: string }[])[0]?.text ?? '') as { askId: string; url: string };
}

/** Decline a question by hand, from a page that need not show it. */
async function settle(page: Page, askId: string): Promise<void> {
  const status = await page.evaluate(async (path) => {
    const { token } = (await (await fetch('/api/page-token')).json()) as { token: string };
    const headers = { 'Content-Type': 'application/json', 'X-Tandem-Token': token };
    return (await fetch(path, { method: 'POST', headers, body: '{"action":"decline"}' })).status;
  }, `/api/asks/${askId}`);
  expect(status).toBe(200);
}
