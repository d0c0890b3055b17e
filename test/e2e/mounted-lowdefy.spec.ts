import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { createCleanup } from '../integration/harness.ts';
import { call, connectAgent } from '../integration/mount/mounted-server.ts';
import { runLowdefyExample } from '../integration/mount/run-example.ts';
import { test } from './served.ts';

const cleanup = createCleanup();
test.afterEach(cleanup.run);

test('in the server of a Lowdefy app, a person and an agent share a session and its connections', async ({
  page,
  troubles,
}) => {
  const dir = mkdtempSync(join(tmpdir(), 'tandem-mounted-'));
  cleanup.add(() => rmSync(dir, { recursive: true, force: true }));
  const server = await runLowdefyExample(dir);
  cleanup.add(() => server.stop());
  const agent = await connectAgent(cleanup, server, 'ada');
  const { text } = await call(agent, 'session_create', { name: 'Orders of today' });
  const { sessionId } = JSON.parse(text) as { sessionId: string };
  await call(agent, 'navigate', { sessionId, pageId: 'orders' });

  await page.goto(server.origin);
  await page.getByRole('link', { name: 'Ada' }).click();
  await page.getByRole('link', { name: 'Orders of today' }).click();
  await expect(page).toHaveURL(`${server.url}/apps/${sessionId}`);
  await page.goto(`${server.url}/apps/${sessionId}?view=plain`);
  await page.getByLabel('Cake').fill('opera');
  await page.getByLabel('Pieces').fill('3');
  await page.getByRole('button', { name: 'Order', exact: true }).click();
  await expect(page.getByText('3 × opera')).toBeVisible();

  const seen = await call(agent, 'navigate', { sessionId, pageId: 'orders' });
  expect(seen.text).toContain('3 × opera');
  // The app's own pages read the same database.
  const own = await page.request.post(`${server.origin}/api/request/orders/list`, { data: {} });
  expect(await own.text()).toContain('opera');
  expect(troubles.list).toEqual([]);
});
