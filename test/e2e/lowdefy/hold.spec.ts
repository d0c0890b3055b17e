import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../expect-accessible.ts';
import { done, test } from './app-test.ts';

const note = (value: string, more = {}) => ({
  actions: [{ type: 'setValue', blockId: 'notes', value }],
  ...more,
});

/** Marks last for a moment, so they are collected. */
async function watchMarks(page: Page): Promise<() => Promise<string>> {
  const frame = page.frames().find((one) => one.url().includes('/client/'));
  if (!frame) throw new Error('The page has no frame with the app.');
  await frame.evaluate(() => {
    const seen = window as unknown as { marks: string };
    seen.marks = '';
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) seen.marks += `${node.textContent}\n`;
    }).observe(document.head, { childList: true, subtree: true });
  });
  return () => frame.evaluate(() => (window as unknown as { marks: string }).marks);
}

test('a person pauses the agent, and the agent waits until they resume', async ({ page, shared }) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  const app = await shared.openApp(page);
  const bar = page.getByRole('status', { name: 'The agent' });
  const attempt = (value: string, more = {}) =>
    shared.agent.callTool({
      name: 'interact',
      arguments: { sessionId: shared.sessionId, ...note(value, more) },
    });
  await expect(page.getByRole('list', { name: 'Here now' }).getByRole('listitem')).toHaveText(['You']);
  await expect(app.locator('#bl-notes')).toBeVisible();
  const marks = await watchMarks(page);
  await shared.call('interact', note('First'));
  await expect(bar).toContainText(/Agent (is filling|set) Notes/);
  await expect.poll(marks).toMatch(/#bl-notes::after.*"Agent"/);

  await page.getByRole('button', { name: 'Pause' }).click();
  await expect(bar).toHaveText('You paused the agent');
  await app.locator('#bl-notes textarea').fill('Mine');
  await page.getByRole('button', { name: 'History' }).click();
  await expect(done(page).first()).toContainText('You set Notes to Mine');
  const refused = await attempt('Not now');
  const [{ text = '' } = {}] = refused.content as { text?: string }[];
  expect(refused.isError).toBe(true);
  expect(text).toMatch(
    /^Paused by the person\. They were last at "notes"\. Nothing was done\. .*waitSeconds/,
  );
  // Reading still works.
  expect((await shared.call('get_state')).text).toContain('"notes":"Mine"');

  const waiting = attempt('Afterwards', { waitSeconds: 50 });
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Resume' }).click();
  expect((await waiting).isError).toBeFalsy();
  await expect(app.locator('#bl-notes textarea')).toHaveValue('Afterwards');
  await expect(done(page).first()).toContainText('Agent set Notes to Afterwards');
});

test('a person takes over, hands back, and stops the agent; who closes a session is named', async ({
  page,
  shared,
}) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  await shared.openApp(page);
  const refusal = async (name: string, args = {}) => {
    const result = await shared.agent.callTool({
      name,
      arguments: { sessionId: shared.sessionId, ...args },
    });
    expect(result.isError).toBe(true);
    return (result.content as { text: string }[])[0]?.text ?? '';
  };
  const bar = page.getByRole('status', { name: 'The agent' });
  await page.getByRole('button', { name: 'Take over' }).click();
  await expect(bar).toHaveText('You took over from the agent');
  expect(await refusal('navigate', { pageId: 'customers' })).toContain('has taken over this session');
  await page.getByRole('button', { name: 'Hand back' }).click();
  await expect(page.getByRole('button', { name: 'Take over' })).toBeVisible();
  await shared.call('interact', note('Back'));

  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(bar).toHaveText('You stopped the agent');
  for (const [name, args] of [
    ['interact', note('x', { waitSeconds: 50 })],
    ['get_state', {}],
  ] as const)
    expect(await refusal(name, args)).toContain('Stopped by');
  await page.getByRole('button', { name: 'Let the agent continue' }).click();
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await shared.call('interact', note('Again'));

  await page.getByRole('link', { name: 'All sessions' }).click();
  await page.getByRole('button', { name: /Close/ }).first().click();
  await page.getByRole('button', { name: 'Close session' }).click();
  await expect
    .poll(() => refusal('interact', note('x')).catch(() => ''))
    .toContain('was closed by the person');
});
