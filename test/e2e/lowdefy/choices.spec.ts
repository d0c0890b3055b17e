import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from '../expect-accessible.ts';
import { createSession, type Served, test } from '../served.ts';

const fixture = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Blocks of Lowdefy 5, with an agent on their page. */
async function start(served: Served, page: Page) {
  cpSync(fixture('integration/lowdefy/lowdefy-5'), served.dir, { recursive: true });
  cpSync(fixture('fixtures/plugins/lowdefy-5'), join(served.dir, 'plugins/lowdefy-5'), { recursive: true });
  await served.start('');
  const agent = await served.agent();
  const sessionId = await createSession(agent, 'Choices');
  await agent.callTool({ name: 'navigate', arguments: { sessionId, pageId: 'choices' } });
  await served.open(page);
  await page.getByRole('link', { name: 'Choices' }).click();
  await expect(page.getByRole('button', { name: 'More of More' })).toBeVisible();
  return async () => {
    const { content } = await agent.callTool({ name: 'get_state', arguments: { sessionId } });
    return JSON.parse((content as { text: string }[])[0]?.text ?? '{}').state as Record<string, unknown>;
  };
}

test('a person chooses, steps and slides as in the app itself', async ({ page, served }) => {
  const state = await start(served, page);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'More of More' }).click();
  await expect(page.getByRole('button', { name: 'Archive' })).toBeDisabled();
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Plain' }).click();

  await page.getByRole('button', { name: 'Who' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Who' })).toHaveAttribute('aria-current', 'step');
  await expect(page.getByRole('button', { name: 'When' })).toBeDisabled();

  await page.getByLabel('size').selectOption('Two');
  await page.getByLabel('tree').selectOption('Fruit / Apple');
  await page.getByLabel('Volume').fill('7');
  await page.getByLabel('Volume').press('Enter');
  await page.getByLabel('span').fill('20');
  await page.getByLabel('To', { exact: true }).fill('60');
  await page.getByLabel('To', { exact: true }).press('Enter');
  await page.getByLabel('days').fill('2026-03-12');
  await page.getByLabel('days').press('Enter');
  await page.getByRole('button', { name: 'Show as year' }).click();
  await expect(page.getByText('2026-03, as a year')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Party' })).toBeVisible();
  await page.getByRole('button', { name: 'start_tour' }).click();
  const card = page.getByRole('dialog', { name: 'Welcome' });
  await expect(card).toContainText('1 of 3');
  await card.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('dialog', { name: 'Here you type' }).getByRole('button', { name: 'Next' }).click();
  await page.getByRole('dialog', { name: 'The end' }).getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Search' }).click();
  const search = page.getByRole('dialog', { name: 'Search' });
  await search.getByLabel('Search for').fill('apple');
  await search.getByRole('button', { name: 'Search', exact: true }).click();
  // The app of this test has no search library.
  await expect(page.getByRole('alert')).toContainText('minisearch');
  await search.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  expect(await state()).toMatchObject({
    size: 2,
    tree: ['apple', 'fruit'],
    volume: 7,
    span: [20, 60],
    days: new Date('2026-03-12T00:00:00').toISOString(),
  });
  const log = ((await state()).log as [string][]).map(([word]) => word);
  expect(log).toEqual(expect.arrayContaining(['edit', 'linked', 'stepped', 'sized', 'picked', 'spanned']));
});

test('a person collapses the sidebar and uses the menu of their profile', async ({ page, served }) => {
  await start(served, page);
  await page.getByRole('button', { name: 'Sidebar' }).click();
  await expect(page.getByLabel('wide')).toBeVisible();
  await page.getByRole('button', { name: 'Fold the sider' }).click();
  await expect(page.getByLabel('slim')).toBeVisible();
  await expect(page.getByLabel('wide')).toHaveCount(0);
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('button', { name: 'More of More' })).toBeVisible();
});
