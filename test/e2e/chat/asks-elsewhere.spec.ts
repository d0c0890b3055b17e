import type { Client } from '@modelcontextprotocol/client';
import { expect } from '@playwright/test';
import { copyFlights, ticketsIn } from '../../integration/ask/flights.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { copyExample, createUser, test, writeFiles } from './chat-test.ts';

const TRIP = { name: 'book_flight', arguments: { from: 'New York', destination: 'Lisbon' } };

async function ask(agent: Client): Promise<{ askId: string; url: string }> {
  const asked = await agent.callTool(TRIP);
  return JSON.parse((asked.content as { text: string }[])[0]?.text ?? '') as { askId: string; url: string };
}

test('a question over MCP has its own components at its address, in every tab', async ({
  served,
  page,
  context,
  troubles,
}) => {
  copyExample(served.dir);
  await served.start();
  const agent = await served.agent();
  const { askId, url } = await ask(agent);
  const one = createUser(served, page);
  const other = createUser(served, await context.newPage());
  await served.open(page);
  for (const { page: tab } of [one, other]) await tab.goto(url);
  await expect(other.flight('SkyHigh')).toBeEnabled();
  await expectAccessible(page);
  await one.flight('SkyHigh').click();
  await expect(page.getByText('You answered this.')).toBeVisible();
  await expect(other.page.getByText('You answered this.')).toBeVisible();
  await expect(other.flight('SkyHigh')).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('link', { name: 'There is another question' }).click();
  await one.seat('12A').click();
  await page.getByRole('button', { name: 'Confirm seat 12A' }).click();
  await expect(page.getByText('The tool has finished.')).toBeVisible();
  const result = await agent.callTool({ name: 'ask_result', arguments: { askId, waitSeconds: 50 } });
  expect(result.structuredContent).toMatchObject({ status: 'done', result: { seat: '12A' } });
  expect(troubles.list).toEqual([]);
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`flights and seats at their addresses are accessible (${colorScheme})`, async ({ served, page }) => {
    test.slow();
    copyExample(served.dir);
    await served.start();
    const { url } = await ask(await served.agent());
    const user = createUser(served, page);
    await page.emulateMedia({ colorScheme });
    await served.open(page);
    await page.goto(`http://localhost:${served.ui}/asks`);
    await expect(page.getByRole('link', { name: 'Select a flight' })).toBeVisible();
    await expectAccessible(page);
    await page.goto(url);
    await expect(user.flight('SkyHigh')).toBeEnabled();
    await expectAccessible(page);
    await user.flight('SkyHigh').click();
    await expect(user.flight('SkyHigh')).toHaveAttribute('aria-pressed', 'true');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'There is another question' }).click();
    await user.seat('12A').click();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Confirm seat 12A' }).click();
    await expect(page.getByText('The tool has finished.')).toBeVisible();
    await expectAccessible(page);
  });

test('a question that is open in an agent’s client and on the page is settled by the first answer', async ({
  served,
  page,
}) => {
  copyFlights(served.dir);
  await served.start();
  const asked: string[] = [];
  let answerInClient: (content: Record<string, unknown>) => void = () => {};
  const agent = await served.agent('http', (message) => {
    asked.push(message);
    return new Promise((resolve) => {
      answerInClient = (content) => resolve({ action: 'accept', content });
    });
  });
  const booking = agent.callTool(TRIP);
  await expect.poll(() => asked.length).toBe(1);
  await served.open(page);
  await page.getByRole('link', { name: 'Questions' }).click();
  await page.getByRole('link', { name: 'Select a flight' }).click();
  const flights = (await page.locator('.td-question').textContent()) ?? '';
  const [first = '', second = ''] = flights.match(/[A-Z]{2}-\d+/g) ?? [];

  // The page first: the client's answer is too late, and it is asked the next question.
  await page.getByLabel('flightId').fill(first);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('You answered this.')).toBeVisible();
  answerInClient({ flightId: second });
  await expect.poll(() => asked.length).toBe(2);
  expect(asked[1]).toContain(first);

  // The client first: the page shows it.
  await page.getByRole('link', { name: 'There is another question' }).click();
  await expect(page.getByLabel('row', { exact: true })).toBeVisible();
  answerInClient({ row: 12, seat: 'A' });
  await expect(page.getByText('You answered this.')).toBeVisible();
  await expect(page.getByText('The tool has finished.')).toBeVisible();
  const result = await booking;
  expect(JSON.stringify(result.content)).toContain('12A');
  expect(ticketsIn(served.dir)).toMatchObject([{ flight: first, seat: '12A' }]);
});

test('a changed component appears without a reload; a broken one falls back to a form', async ({
  served,
  page,
}) => {
  copyExample(served.dir);
  await served.start();
  const agent = await served.agent();
  const { url } = await ask(agent);
  const user = createUser(served, page);
  await served.open(page);
  await page.goto(url);
  await expect(user.flight('SkyHigh')).toBeEnabled();
  writeFiles(served.dir, {
    'tools/book-flight/flight-list.tsx': 'export const FlightList = () => <h2>Anew</h2>;',
  });
  await expect(page.getByRole('heading', { name: 'Anew' })).toBeVisible();
  writeFiles(served.dir, {
    'tools/book-flight/flight-list.tsx':
      'export const FlightList = () => { throw new Error("broken on purpose"); };',
  });
  await expect(page.getByText('The tool’s own form failed: broken on purpose.')).toBeVisible();
  await expect(page.getByLabel('flightId')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Decline' })).toHaveCount(1);
  writeFiles(served.dir, { 'tools/book-flight/flight-list.tsx': 'export const FlightList = (;' });
  await expect(page.getByText(/could not be loaded: flight-list\.tsx:1:\d+/)).toBeVisible();
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('You declined this.')).toBeVisible();
});
