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

test("markdown typed into an editor becomes the component's own value", async () => {
  const user = await bench.open('editors');
  expect(await user.set('notes', '# Plan\n\n- **first**\n- ~~second~~')).toMatchObject({
    success: true,
    converted: 'markdown to rich text',
  });
  expect((await user.state()).state).toMatchObject({
    notes: {
      fileList: [],
      html: '<h1>Plan</h1><ul><li><p><strong>first</strong></p></li><li><p><s>second</s></p></li></ul>',
      text: 'Plan\n\n\n\n\n\nfirst\n\n\n\nsecond',
      markdown: 'Plan\n====\n\n*   **first**\n    \n*   second',
    },
    changes: 1,
  });
  const page = await user.page();
  expect(page).toContain('<input id="notes" type="TiptapInput" format="markdown" events=[onChange]>');
  expect(page).toContain(String.raw`Current value: "# Plan\n\n- **first**\n- ~~second~~"`);
  // An agent may send back what it reads, and that changes nothing.
  await user.set('notes', '# Plan\n\n- **first**\n- ~~second~~');
  expect((await user.state()).state.changes).toBe(1);
});

test('HTML and plain text are marked as such, and nothing that could run is kept', async () => {
  const user = await bench.open('editors');
  const htmlOf = async (value: unknown) => {
    expect(await user.set('notes', value)).toMatchObject({ success: true });
    return ((await user.state()).state.notes as { html: string }).html;
  };
  expect(await htmlOf('<p>A <b onclick="x()">b</b><script>x()</script></p>')).toBe(
    '<p>A <strong>b</strong></p>',
  );
  expect(await htmlOf({ html: 'x <em>y</em>' })).toBe('<p>x <em>y</em></p>');
  expect(await htmlOf({ text: '# no\n<b>heading</b>' })).toBe('<p># no</p><p>&lt;b&gt;heading&lt;/b&gt;</p>');
  expect(await htmlOf({ markdown: '<p>**b**</p>' })).toBe('<p>&lt;p&gt;<strong>b</strong>&lt;/p&gt;</p>');
  expect(await htmlOf(null)).toBe('<p></p>');
  expect(await user.set('notes', { words: 1 })).toMatchObject({
    success: false,
    error: expect.stringContaining('takes markdown as text, or {"markdown": "…"}'),
  });
  expect(await user.set('locked', 'x')).toMatchObject({ success: false });
});

test('mentions are in the value', async () => {
  const user = await bench.open('editors');
  expect(await user.page()).toContain('Can mention: ["@Alice","@Bob"]');
  await user.set('comment', 'Thanks @Bob and @Carol');
  expect((await user.state()).state.comment).toMatchObject({
    mentions: [{ id: 'u2' }],
    text: 'Thanks @Bob and @Carol',
  });
});

test('what an app puts into an editor is shown, also after a restart, and its methods report no change', async () => {
  const user = await bench.open('editors');
  await user.click('seed');
  expect(await user.page()).toContain(String.raw`"## News\n\nFrom ~~the~~ app"`);
  bench.restart();
  expect(await user.page()).toContain(String.raw`"## News\n\nFrom ~~the~~ app"`);
  await user.click('fill');
  expect((await user.state()).state.notes).toMatchObject({
    html: '<p>Set <strong>so</strong></p>',
    text: 'Set so',
  });
  await user.click('clear');
  const { state } = await user.state();
  expect(state.notes).toEqual({ fileList: [], html: '<p></p>', text: null, markdown: '' });
  expect(state).not.toHaveProperty('changes');
});
