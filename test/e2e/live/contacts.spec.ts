import { expect, filesOfDocument, test } from './live-test.ts';

test('the contacts app of the guide works as a person would use it', async ({ page, live }) => {
  const server = await live.start(filesOfDocument('mcp.md'));
  await server.display('contacts');
  await live.open(page);
  await expect(page.getByText('0 of 0')).toBeVisible();

  await page.getByRole('button', { name: 'Add' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await page.getByLabel('Name').fill('Ann');
  await page.getByLabel('E-mail').fill('ann@example.com');
  await page.getByLabel('E-mail').press('Enter');
  await expect(page.locator('.contact .name')).toHaveText(['Ann']);
  await expect(page.getByText('1 of 1')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  expect(server.events).toEqual([{ app: 'contacts', event: 'saved', name: 'Ann' }]);

  await server.run(
    'for _, n in ipairs({ "Bob", "Cleo" }) do table.insert(contacts.items, Contact:new({ name = n })) end',
  );
  await expect(page.locator('.contact .name')).toHaveText(['Ann', 'Bob', 'Cleo']);
  await page.locator('input[placeholder="Search"]').pressSequentially('bo');
  await expect(page.locator('.contact .name')).toHaveText(['Bob']);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('Name').fill('Bobby');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.locator('.contact .name')).toHaveText(['Bobby']);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('0 of 2')).toBeVisible();
  expect(live.troubles).toEqual([]);
});
