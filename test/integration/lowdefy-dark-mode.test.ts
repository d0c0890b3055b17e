import { afterAll, beforeAll, expect } from 'vitest';
import { createCleanup } from './harness.ts';
import { openLowdefy5, testOf5 as test } from './lowdefy/open-lowdefy-5.ts';
import type { Workbench } from './lowdefy/workbench.ts';

const cleanup = createCleanup();
afterAll(cleanup.run);
let bench: Workbench;
beforeAll(async () => {
  bench = await openLowdefy5(cleanup);
});

test('the choice of light or dark holds for the session, across pages and a restart', async () => {
  const user = await bench.open('looks');
  expect(await user.page()).toContain('"light by system"');
  expect(await user.click('dark')).toMatchObject({ success: true, darkMode: 'dark' });
  expect(await user.page()).toContain('"dark by dark"');
  await user.navigate('layouts');
  bench.restart();
  expect((await user.navigate('looks')).page).toContain('"dark by dark"');
  expect(await user.click('next')).toMatchObject({ darkMode: 'system' });
  expect(await user.page()).toContain('"light by system"');
  const other = await bench.open('looks');
  expect(await other.page()).toContain('"light by system"');
});
