import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCleanup } from './harness.ts';
import { testGeneration } from './lowdefy/test-lowdefy.ts';
import { openWorkbench, type Workbench } from './lowdefy/workbench.ts';

// Where the real client differed from the bridge (see parity/).
const cleanup = createCleanup();
afterAll(cleanup.run);
let bench: Workbench;
beforeAll(async () => {
  bench = await openWorkbench(cleanup);
});

test('a link to the page itself changes its address and mounts nothing again', async () => {
  const user = await bench.open('links');
  await user.set('after', 'kept');
  expect(await user.click('here')).toMatchObject({ success: true, navigatedTo: 'links' });
  expect((await user.state()).state).toMatchObject({ mount_count: 1, after: 'kept' });
  expect(await user.page()).toContain('here again');
  await user.navigate('links');
  expect((await user.state()).state.mount_count).toBe(2);
});

test('a broken link fails', async () => {
  const user = await bench.open('links');
  expect((await user.click('leads_nowhere')).error).toContain('Invalid Link');
  expect((await user.state()).state.went_on).toBeUndefined();
});

test("a click bubbles to the containers around, and every component's value can be set by method", async () => {
  const user = await bench.open('links');
  await user.click('inside');
  expect((await user.state()).state).toMatchObject({ clicks: 1, after: 'set by a method' });
});

test('an empty phone field takes its first region by itself', async () => {
  const user = await bench.open('inputs');
  const { phone } = (await user.state()).state as { phone: { region: { code: string } } };
  // Since 4.5 there is a number when there is one to write.
  const isEarly = testGeneration() === '4.0';
  expect(phone).toMatchObject({ input: '', ...(isEarly && { phone_number: '+93' }), region: { code: 'AF' } });
  await user.set('phone', '701');
  expect((await user.state()).state.phone).toMatchObject({ input: '701', phone_number: '+93701' });
});

test('a click in a table is one on the cell and one on the row; without selection it selects nothing', async () => {
  const user = await bench.open('data');
  await user.trigger('notes', 'onCellClick', { index: 1, column: 'text' });
  expect((await user.state()).state).toMatchObject({ clicked: 'two', cell: 'two' });
  await user.trigger('notes', 'onRowClick', { index: 0 });
  expect((await user.state()).state).toMatchObject({ clicked: 'one', cell: 1 });
});

test('what is behind an open modal cannot be used', async () => {
  const user = await bench.open('life');
  await user.click('open_modal');
  expect((await user.set('in_first', 'x')).error).toContain('is behind the Modal "modal", which is open');
  expect(await user.set('in_modal', 'x')).toMatchObject({ success: true });
});

test('list items that move are redrawn', async () => {
  const user = await bench.open('lists');
  await user.click('push');
  await user.click('push');
  expect((await user.state()).state.mounts).toBe(2);
  await user.do({ type: 'setValue', blockId: 'fixed', value: [{ word: 'a' }, { word: 'b' }] });
  expect((await user.state()).state.mounts).toBe(2);
});
