import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { createCleanup } from '../integration/harness.ts';
import { call, connectAgent } from '../integration/mount/mounted-server.ts';
import { runExample } from '../integration/mount/run-example.ts';
import { test } from './served.ts';

const cleanup = createCleanup();
test.afterEach(cleanup.run);

// Express upgrades WebSockets; route handlers of Next.js cannot, so that its pages use events.
for (const name of ['express', 'next'] as const)
  test(`below a path of the ${name} example, a person signs in there and answers a question`, async ({
    page,
    troubles,
  }) => {
    const dir = mkdtempSync(join(tmpdir(), 'tandem-mounted-'));
    cleanup.add(() => rmSync(dir, { recursive: true, force: true }));
    const server = await runExample(name, dir);
    cleanup.add(() => server.stop());
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    const outside: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!/^\/(tandem(\/.*)?|sign-in)?$/.test(pathname)) outside.push(pathname);
    });

    // Not signed in: the server's own page is shown.
    await page.goto(`${server.url}/asks`);
    await expect(page.getByRole('heading', { name: 'Bakery' })).toBeVisible();
    await page.getByRole('link', { name: 'Ada' }).click();
    await expect(page.getByRole('heading', { name: 'Tandem' })).toBeVisible();
    const connect = page.getByRole('region', { name: 'Connect an agent' });
    await expect(connect.getByText(`${server.url}/mcp`, { exact: true })).toBeVisible();

    await page.getByRole('link', { name: 'Questions' }).click();
    await expect(page).toHaveURL(`${server.url}/asks`);
    const agent = await connectAgent(cleanup, server, 'ada');
    const { text } = await call(agent, 'order_cake', { cake: 'cheesecake' });
    await page.getByRole('link', { name: 'Which size of cheesecake?' }).click();
    const [link = ''] = /http\S*\/asks\/[\w-]+/.exec(text) ?? [];
    await expect(page).toHaveURL(link);
    await page.getByLabel('size', { exact: true }).selectOption('large');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('The tool has finished.')).toBeVisible();
    const askId = link.split('/').at(-1);
    const result = await call(agent, 'ask_result', { askId, waitSeconds: 50 });
    expect(result.text).toContain('A large cheesecake is on its way.');

    await page.goto(`${server.url}/chat`);
    await expect(page.getByRole('textbox')).toBeVisible();
    expect(outside).toEqual([]);
    expect(sockets.length > 0).toBe(name === 'express');
    expect(troubles.list).toEqual([]);
  });
