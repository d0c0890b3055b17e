import { cpSync } from 'node:fs';
import { expect } from '@playwright/test';
import { startStorage } from '../../fixtures/file-storage.ts';
import { createCleanup } from '../../integration/harness.ts';
import { copyFilesApp } from '../../integration/lowdefy/open-files.ts';
import { expectAccessible } from '../expect-accessible.ts';
import { createSession, openPlain, test } from '../served.ts';

test('a person uploads files, sees what the agent uploads, removes and downloads', async ({
  page,
  served,
}) => {
  const cleanup = createCleanup();
  const storage = await startStorage(cleanup);
  cpSync(copyFilesApp(cleanup, storage.url, '5'), served.dir, { recursive: true });
  await served.start('');
  const agent = await served.agent();
  const sessionId = await createSession(agent, 'Papers');
  await agent.callTool({ name: 'navigate', arguments: { sessionId, pageId: 'newer' } });
  await served.open(page);
  await openPlain(page, 'Papers');

  const field = page.getByLabel('Drop them here');
  await field.setInputFiles([{ name: 'mine.txt', mimeType: 'text/plain', buffer: Buffer.from('Mine') }]);
  await expect(page.getByRole('button', { name: 'Remove mine.txt' })).toHaveCount(2);
  await expectAccessible(page);
  expect(storage.received).toMatchObject([{ name: 'mine.txt', type: 'text/plain', text: 'Mine' }]);

  const value = { name: 'agents.txt', type: 'text/plain', base64: Buffer.from('Theirs').toString('base64') };
  const actions = [{ type: 'setValue', blockId: 'drop', value }];
  await agent.callTool({ name: 'interact', arguments: { sessionId, actions } });
  await expect(page.getByRole('button', { name: 'agents.txt', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'mine.txt', exact: true }).click();
  const link = page.getByRole('alert').getByRole('link', { name: 'Open mine.txt' });
  await expect(link).toHaveAttribute('href', `${storage.url}/bucket/up/mine.txt?signed`);

  await page.getByRole('button', { name: 'Remove mine.txt' }).first().click();
  await expect(page.getByRole('button', { name: 'mine.txt', exact: true })).toHaveCount(0);

  await field.setInputFiles(
    ['1.txt', '2.txt', '3.txt'].map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('x') })),
  );
  await expect(page.getByRole('alert')).toContainText('takes at most 2 files');
  const { SHOTS } = process.env;
  if (SHOTS)
    for (const [name, width] of Object.entries({ desk: 1200, phone: 390 }))
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: 700 });
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: `${SHOTS}-${name}-${colorScheme}.png`, fullPage: true });
      }
  await cleanup.run();
});
