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

test('a provider disables the components that follow it, and no others', async () => {
  const user = await bench.open('layouts');
  expect(await user.set('boxes', ['one'])).toMatchObject({
    success: false,
    error: expect.stringContaining('"boxes" is disabled'),
  });
  expect(await user.page()).toContain('id="boxes" type="CheckboxSelector" disabled="true"');
  expect(await user.set('word', 'typed')).toMatchObject({ success: true });
  expect(await user.set('free', ['one'])).toMatchObject({ success: true });
  await user.click('enable');
  expect(await user.set('boxes', ['one'])).toMatchObject({ success: true });
});

test('layouts show their content, and a watermark its text', async () => {
  const page = await (await bench.open('layouts')).page();
  expect(page).toContain('Bricks');
  expect(page).toContain('Watermark: "Draft Not for release"');
  expect(page).not.toMatch(/type="(Flex|Masonry|ConfigProvider)"/);
});

test('a code can be refreshed only if it has expired', async () => {
  const user = await bench.open('layouts');
  expect(await user.page()).toContain('Code: "https://example.com/42"');
  expect(await user.trigger('code', 'onRefresh')).toMatchObject({ success: false });
  await user.click('expire');
  expect(await user.page()).toContain(
    '<display id="code" type="QRCode" status="expired" events=[onRefresh]>',
  );
  expect(await user.trigger('code', 'onRefresh')).toMatchObject({ success: true });
  expect(await user.page()).toContain('Code: "https://example.com/42"');
});

test('a block that fails when drawn shows only a warning', async () => {
  const user = await bench.open();
  const { page, log } = await user.navigate('layouts');
  expect(page).not.toContain('Out of order');
  expect(log.flatMap(({ warnings = [] }) => warnings)).toContain(
    'Block "broken" could not be drawn: Out of order',
  );
  expect((await user.state()).state).not.toHaveProperty('thrown');
});

test('a collapsed panel hides its content until it is expanded', async () => {
  const user = await bench.open('layouts');
  expect(await user.page()).toContain('<tabs id="split" type="Splitter" tabs=[left, right]');
  expect(await user.set('lost', 'x')).toMatchObject({ success: false });
  expect((await user.state()).state).not.toHaveProperty('found');
  expect(await user.trigger('split', 'onCollapse', { panel: 'right' })).toMatchObject({
    success: false,
    error: expect.stringContaining('with one of "left"'),
  });
  await user.trigger('split', 'onCollapse', { panel: 'left' });
  expect((await user.state()).state).toMatchObject({
    folded: { collapsed: [true, false], sizes: [0, 1920] },
    sized: [0, 1920],
  });
  expect(await user.set('note', 'x')).toMatchObject({
    success: false,
    error: expect.stringContaining('{"panel": "left"}'),
  });
  bench.restart();
  expect(await user.page()).not.toContain('id="note"');
  await user.trigger('split', 'onCollapse', { panel: 'left' });
  expect((await user.state()).state).toMatchObject({ sized: [480, 1440] });
  expect(await user.set('note', 'x')).toMatchObject({ success: true });
});

test('a bar is dragged within the limits of the panels', async () => {
  const user = await bench.open('layouts');
  expect(await user.trigger('split', 'onResizeEnd', { sizes: [50, 1870] })).toMatchObject({
    success: false,
    error: expect.stringContaining('"left" of "split" takes 100 to 1920, not 50'),
  });
  expect(await user.trigger('split', 'onResizeEnd')).toMatchObject({
    success: false,
    error: expect.stringContaining('{"sizes": [480,1440]}'),
  });
  await user.trigger('split', 'onResizeEnd', { sizes: [1, 3] });
  expect((await user.state()).state).toMatchObject({ sized: [480, 1440] });
});
