import { expect } from '@playwright/test';
import { test } from './served.ts';

test('a person runs Lua in a live session, and agents see it', async ({ served, page, troubles }) => {
  await served.start('areas: [live]\n');
  const agent = await served.agent();
  const run = (code: string) => agent.callTool({ name: 'ui_run', arguments: { code } });
  await run('counter = { type = "Counter", n = 1 } mcp.value = counter');
  await served.open(page);
  await page.getByRole('link', { name: 'Lua console' }).click();

  const code = page.getByLabel('Lua', { exact: true });
  await code.fill('counter.n = counter.n + 41 return counter.n');
  await code.press('Control+Enter');
  await expect(page.locator('pre.result')).toHaveText('42');
  await code.fill('error("no")');
  await page.getByRole('button', { name: 'Run' }).click();
  await expect(page.locator('pre.error')).toContainText('ui_run:1: no');
  await code.press('Alt+ArrowUp');
  await expect(code).toHaveValue('error("no")');
  expect((await run('return counter.n')).content).toEqual([{ type: 'text', text: '42' }]);
  expect(troubles.list).toEqual([]);
});

test('the console needs the page token, not only the cookie', async ({ served, page }) => {
  await served.start('areas: [live]\n');
  await served.open(page);
  const status = await page.evaluate(async () => {
    const response = await fetch('/api/live/run', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ sessionId: '1', code: 'return 1' }),
    });
    return response.status;
  });
  expect(status).toBe(403);
});
