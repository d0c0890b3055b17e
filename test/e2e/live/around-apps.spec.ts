import { expect } from '@playwright/test';
import { exampleFiles, test } from './served-live-test.ts';

test('the person chooses an app, sees what the agent does, and chats with it', async ({
  build,
  page,
  troubles,
}) => {
  for (const [path, text] of Object.entries(exampleFiles())) build.write(path, text);
  await build.open(page);
  const agent = page.locator('.ui-agent');
  await expect(agent).toHaveText('The agent is not connected');
  // Any call shows that it is there, not only one that waits.
  await build.call('ui_audit', { app: 'contacts' });
  await expect(agent).toHaveText('The agent is working');
  await page.getByRole('button', { name: 'Apps' }).click();
  await page.getByRole('menuitem', { name: 'Contacts' }).click();
  await expect(page.getByRole('button', { name: 'Add person' })).toBeVisible();

  const heard = build.call('ui_wait', { timeout: 60 });
  await expect(agent).toHaveText('The agent is waiting for you');
  await page.getByRole('button', { name: 'Chat' }).click();
  await page.getByLabel('Message to the agent').fill('Sort them, please');
  await page.keyboard.press('Enter');
  expect(JSON.parse(await heard)).toEqual([{ event: 'chat', text: 'Sort them, please' }]);
  await expect(agent).toHaveText('The agent is working');
  await build.run('mcp:say("Done.")');
  await expect(page.getByRole('complementary').getByRole('listitem')).toHaveText([
    'Sort them, please',
    'Done.',
  ]);
  expect(troubles.list).toEqual([]);
});

test('a surplus tab steps back, and another shows the variables', async ({ build, page, context }) => {
  for (const [path, text] of Object.entries(exampleFiles())) build.write(path, text);
  await build.call('ui_display', { name: 'contacts' });
  await build.open(page);
  await expect(page.getByRole('button', { name: 'Add person' })).toBeVisible();
  const second = await context.newPage();
  await second.goto(`http://127.0.0.1:${build.served.ui}/1/?conserve=true`);
  await expect(second.getByRole('heading', { name: 'Session is already open' })).toBeVisible();

  await second.goto(`http://127.0.0.1:${build.served.ui}/1/variables`);
  await second.getByLabel('Search').fill('query');
  const value = second.locator('tbody tr', { hasText: 'query' }).last().getByRole('cell').nth(3);
  await page.getByLabel('Search').fill('lon');
  await expect(value).toHaveText('"lon"');
  await second.getByRole('button', { name: 'query', exact: true }).click();
  await expect(page.locator('.ui-highlight')).toHaveAttribute('ui-value', /^query/);
});

test('a person who is signed out keeps what they typed, and continues after signing in', async ({
  build,
  page,
  context,
}) => {
  build.write(
    'apps/note/app.lua',
    'Note = session:prototype("Note", { text = "" })\nnote = note or Note:new()',
  );
  build.write(
    'apps/note/viewdefs/Note.DEFAULT.html',
    '<template><div><input aria-label="Note" ui-value="text"><p ui-value="text"></p></div></template>',
  );
  await build.call('ui_display', { name: 'note' });
  await build.open(page);
  const note = page.getByLabel('Note');
  await note.click();
  await note.pressSequentially('half a sen');
  await build.served.restart(() => context.clearCookies());
  const banner = page.locator('.ui-banner');
  await expect(banner).toContainText('You are signed out');
  await note.pressSequentially('tence');
  const other = await context.newPage();
  await build.open(other, '/live/1/variables');
  await page.bringToFront();
  await expect(banner).toHaveCount(0);
  await expect(note).toHaveValue('half a sentence');
  await note.press('Tab');
  await expect(page.locator('[ui-app] p')).toHaveText('half a sentence');
});
