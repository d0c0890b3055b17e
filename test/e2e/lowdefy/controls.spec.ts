import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { createSession, openPlain, type Served, test } from '../served.ts';

const sizes = Array.from({ length: 120 }, (_, index) => ({ value: index, label: `Size ${index}` }));
const people = [
  { value: 'a', label: 'Kim' },
  { value: 'b', label: 'Kim' },
  { value: 'c', label: 'Lee' },
];
const set = { id: 'count', type: 'SetState', params: { clicked: true } };
const BLOCKS = [
  { id: 'token', type: 'TextInput', properties: { title: 'Token', type: 'password' } },
  { id: 'size', type: 'Selector', properties: { title: 'Size', options: sizes } },
  { id: 'person', type: 'Selector', properties: { title: 'Person', options: people } },
  { id: 'people', type: 'CheckboxSelector', properties: { title: 'People', options: people } },
  { id: 'card', type: 'Card', properties: { title: 'Details' }, events: { onClick: [set] } },
  { id: 'facts', type: 'Descriptions', properties: { items: [{ label: 'Link', value: 'a fact' }] } },
  { id: 'clicked', type: 'Title', visible: { _state: 'clicked' }, properties: { content: 'It was clicked' } },
  { id: 'go', type: 'Anchor', properties: { title: 'To the other', pageId: 'other' } },
  {
    id: 'rows',
    type: 'List',
    blocks: [{ id: 'rows.$.name', type: 'TextInput', properties: { title: 'Name' } }],
  },
];
const onInit = [
  {
    id: 'start',
    type: 'SetState',
    params: {
      size: 100,
      rows: Array.from({ length: 60 }, (_, index) => ({ name: `Row ${index}` })),
    },
  },
];
const APP = {
  lowdefy: '4.0.0-rc.11',
  pages: [
    { id: 'home', type: 'PageHeaderMenu', events: { onInit }, blocks: BLOCKS },
    {
      id: 'other',
      type: 'PageHeaderMenu',
      blocks: [{ id: 'here', type: 'Title', properties: { content: 'Other' } }],
    },
  ],
};

async function start(served: Served, page: Page) {
  writeFileSync(join(served.dir, 'lowdefy.yaml'), JSON.stringify(APP));
  await served.start('');
  const agent = await served.agent();
  const sessionId = await createSession(agent, 'Controls');
  await agent.callTool({ name: 'navigate', arguments: { sessionId, pageId: 'home' } });
  await served.open(page);
  await openPlain(page, 'Controls');
  await expect(page.getByLabel('Token')).toBeVisible();
  return async () => JSON.stringify(await agent.callTool({ name: 'get_state', arguments: { sessionId } }));
}

test('every control shows its value, and sets it', async ({ page, served }) => {
  const readState = await start(served, page);

  const token = page.getByLabel('Token');
  await expect(token).toHaveAttribute('type', 'password');
  await token.fill('hunter2');
  await token.press('Tab');
  await expect(token).toHaveValue('');
  await expect(token).toHaveAttribute('placeholder', '••••');

  await expect(page.getByLabel('Size').locator('option:checked')).toHaveText('Size 100');
  await expect(page.getByLabel('Size').getByRole('option')).toHaveCount(121);

  const boxes = page.getByRole('group', { name: 'People' }).getByRole('checkbox');
  // Faster than the server responds.
  let answer = () => {};
  const clicked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/page-token', async (route) => {
    await clicked;
    await route.continue();
  });
  await boxes.nth(1).click();
  await boxes.nth(2).click();
  answer();
  await expect(boxes.nth(0)).not.toBeChecked();
  await expect(boxes.nth(1)).toBeChecked();
  await expect(boxes.nth(2)).toBeChecked();
  await expect(page.getByRole('complementary').getByRole('listitem').first()).toContainText(
    'You set People to Kim, Lee',
  );
  // Which of two of the same name.
  expect(await readState()).toContain(String.raw`\"people\":[\"b\",\"c\"]`);
  await page.unroute('**/api/page-token');

  await expect(page.getByText('a fact')).toBeVisible();
  const later = page.getByRole('button', { name: 'Later items' });
  await later.click();
  await expect(page.getByLabel('Name').first()).toHaveValue('Row 50');

  const card = page.getByRole('button', { name: 'Details' });
  await card.click();
  await expect(page.getByRole('heading', { name: 'It was clicked' })).toBeVisible();
  await page.getByRole('button', { name: 'To the other' }).click();
  await expect(page.getByRole('heading', { name: 'Other' })).toBeVisible();
});
