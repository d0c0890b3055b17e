import { expect, test } from './idiom-test.ts';

test('ticks, switches and radios follow the server after a click, and a method that toggles is called once', async ({
  build,
  idiom,
  page,
  troubles,
}) => {
  await idiom.open('ticks', page);
  const summary = page.locator('#summary');
  await expect(summary).toHaveText('false false s false 0');
  for (const round of [1, 2, 3]) {
    await page.locator('#tick').click();
    await page.locator('#on').click();
    await page.getByText('Large').click();
    await expect(summary).toHaveText(`true true l false ${(round - 1) * 2}`);
    await page.locator('#done').click();
    await expect(summary).toHaveText(`true true l true ${round * 2 - 1}`);
    await expect(page.locator('#native')).toBeChecked();
    // What the server says afterwards is shown, whoever changed it.
    if (round === 1) await page.getByRole('button', { name: 'Reset' }).click();
    else await build.run('ticks:reset()');
    await expect(page.locator('#tick')).toHaveJSProperty('checked', false);
    await expect(page.locator('#on')).toHaveJSProperty('checked', false);
    await expect(page.locator('#size')).toHaveJSProperty('value', 's');
    await expect(page.locator('#done')).toHaveJSProperty('checked', false);
    await page.locator('#native').click();
    await expect(summary).toHaveText(`false false s true ${round * 2}`);
    await build.run('ticks:reset()');
    await expect(page.locator('#native')).not.toBeChecked();
  }
  // A method that does not agree leaves the tick as it was.
  await build.run('function Ticks:toggle() self.times = self.times + 1 end');
  await page.locator('#done').click();
  await expect(summary).toHaveText('false false s false 7');
  await expect(page.locator('#done')).toHaveJSProperty('checked', false);
  await page.locator('#native').click();
  await expect(summary).toHaveText('false false s false 8');
  await expect(page.locator('#native')).not.toBeChecked();
  // With `access=rw` the tick is written before the method is called.
  await page.locator('#asked').click();
  await expect(page.locator('#was-asked')).toHaveText('true');
  expect(troubles.list).toEqual([]);
});
