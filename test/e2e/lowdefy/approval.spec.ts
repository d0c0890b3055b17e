import type { Client } from '@modelcontextprotocol/client';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../expect-accessible.ts';
import { createSession } from '../served.ts';
import { done, test } from './app-test.ts';

const VOID = [
  { type: 'triggerEvent', blockId: 'void_button', event: 'onClick' },
  { type: 'setValue', blockId: 'void_reason', value: 'Twice' },
  { type: 'triggerEvent', blockId: 'void_modal', event: 'onOk' },
];

/** An agent that wants to void an invoice in its own session. */
async function voider(agent: Client, name: string) {
  const sessionId = await createSession(agent, name, '');
  const call = async (tool: string, args: Record<string, unknown>) => {
    const { content, isError } = await agent.callTool({ name: tool, arguments: args });
    return { texts: (content as { text: string }[]).map(({ text }) => text), isError };
  };
  return {
    sessionId,
    open: (id: number) => call('navigate', { sessionId, pageId: 'invoice', urlQuery: { id } }),
    async propose(reason?: string) {
      const { texts } = await call('interact', { sessionId, actions: VOID, ...(reason && { reason }) });
      return (JSON.parse(texts[0] ?? '') as { askId: string }).askId;
    },
    result: async (askId: string) => {
      const { texts } = await call('ask_result', { askId, waitSeconds: 30 });
      return JSON.parse(texts[0] ?? '') as {
        status: string;
        error?: string;
        askId?: string;
        result?: string;
      };
    },
  };
}

const BEFORE = 'Thank you for your business.';
const card = (page: Page) => page.locator('.approval[data-status="open"]');

async function pictures(page: Page, name: string): Promise<void> {
  const folder = process.env.TANDEM_SCREENSHOTS;
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
    if (folder) await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` });
  }
  if (!folder) return;
  const size = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 800 });
  await page.screenshot({ path: `${folder}/${name}-phone.png` });
  if (size) await page.setViewportSize(size);
}

for (const era of ['auto', 'legacy'] as const)
  test(`a person approves, declines and edits on the session's page (era ${era})`, async ({
    page,
    shared,
    served,
  }) => {
    const agent = await voider(await served.agent('http', undefined, era), 'Voiding');
    await agent.open(18);
    await served.open(page);
    await page.getByRole('link', { name: 'Voiding' }).click();
    await expect(page.frameLocator('iframe').locator('#bl-void_button')).toBeVisible();

    const declined = await agent.propose('The customer got it twice.');
    await expect(card(page)).toContainText('The customer got it twice.');
    await expect(card(page).getByRole('listitem')).toHaveText([/^Click Void/, /^Set .*Twice$/, /void/i]);
    await pictures(page, `approval-${era}`);
    await card(page).getByRole('button', { name: 'Decline…' }).click();
    await card(page).getByLabel('Note to the agent').fill('Ask the customer first');
    await card(page).getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(page.locator('.approval')).toContainText('You declined');
    expect(await agent.result(declined)).toMatchObject({
      status: 'failed',
      error: 'The person declined: Ask the customer first. Nothing was done.',
    });
    expect(shared.statusOf(18)).not.toBe('void');

    const edited = await agent.propose();
    await card(page).getByRole('button', { name: 'Edit' }).click();
    await card(page).getByLabel('Reason').fill('Sent twice');
    const waiting = agent.result(edited);
    await card(page).getByRole('button', { name: 'Approve with these values' }).click();
    const { status, result } = await waiting;
    expect([status, result]).toEqual(['done', expect.stringContaining('"approved"')]);
    expect(result).toContain('Sent twice');
    expect(shared.statusOf(18)).toBe('void');
    await page.getByRole('button', { name: 'History' }).click();
    await expect(done(page).filter({ hasText: 'approval' })).toContainText('Agent got the approval of');
  });

test('what changed meanwhile is asked again, and a decision in one tab folds the card in the other', async ({
  page,
  shared,
  served,
}) => {
  const agent = await voider(await served.agent('http', undefined, 'legacy'), 'Voiding');
  await agent.open(18);
  await served.open(page);
  await page.getByRole('link', { name: 'Voiding' }).click();
  const other = await page.context().newPage();
  await other.goto(page.url());
  const first = await agent.propose();
  await expect(card(page)).toBeVisible();
  await expect(card(other)).toBeVisible();
  await agent.open(23);
  await card(page).getByRole('button', { name: 'Approve' }).click();
  const again = await agent.result(first);
  expect([again.status, again.askId === first]).toEqual(['waiting', false]);
  expect([shared.statusOf(18), shared.statusOf(23)]).not.toContain('void');
  // About the page as it is now.
  await expect(card(page)).toHaveCount(1);
  await expect(card(other)).toHaveCount(1);
  await card(other).getByRole('button', { name: 'Approve' }).click();
  await expect(card(page)).toHaveCount(0);
  expect(await agent.result(again.askId ?? '')).toMatchObject({ status: 'done' });
  expect([shared.statusOf(18), shared.statusOf(23)]).toEqual([expect.not.stringMatching('void'), 'void']);
});

test('a person turns on "Ask me before each change", and undoes what the agent did', async ({
  page,
  shared,
}) => {
  await shared.call('navigate', { pageId: 'create_invoice' });
  const app = await shared.openApp(page);
  const notes = app.locator('#bl-notes textarea');
  const set = { actions: [{ type: 'setValue', blockId: 'notes', value: 'From the agent' }] };
  await expect(notes).toBeVisible();
  await page.getByLabel('Ask me before each change').check();
  await expect(page.getByLabel('Ask me before each change')).toBeEnabled();
  const asked = await shared.agent.callTool({
    name: 'interact',
    arguments: { sessionId: shared.sessionId, ...set },
  });
  const { askId } = JSON.parse((asked.content as { text: string }[])[0]?.text ?? '') as { askId: string };
  await expect(card(page)).toContainText('Set Notes');
  await expect(notes).toHaveValue(BEFORE);
  await card(page).getByRole('button', { name: 'Approve' }).click();
  await shared.agent.callTool({ name: 'ask_result', arguments: { askId, waitSeconds: 30 } });
  await expect(notes).toHaveValue('From the agent');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(notes).toHaveValue(BEFORE);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await page.getByLabel('Ask me before each change').uncheck();
  await expect(page.getByLabel('Ask me before each change')).toBeEnabled();
  expect((await shared.call('interact', set)).log[0]).toMatchObject({
    action: 'person',
    did: expect.arrayContaining([expect.objectContaining({ action: 'undo' })]),
  });
});
