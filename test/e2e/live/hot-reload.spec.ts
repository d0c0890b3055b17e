import { expect, test } from './live-test.ts';

const view = (title: string) =>
  `<template><section><h1>${title}</h1>
    <input aria-label="native" ui-value="a"/><sl-input label="shoe" ui-value="b"></sl-input>
    <input aria-label="free"/>
    <div id="scroll" style="height: 50px; overflow: auto"><div style="height: 500px"></div></div>
    <div class="nest ${title}" ui-view="note"></div></section></template>`;
const FILES = {
  'viewdefs/App.DEFAULT.html': view('one'),
  'viewdefs/Note.DEFAULT.html':
    '<template><div><textarea aria-label="inner" ui-value="text"></textarea><b ui-value="text"></b></div></template>',
};
const LUA = `Note = session:prototype("Note", { text = "note" })
app = App:new({ a = "", b = "", note = Note:new() })`;
const PLAIN = '<p></p>';

test('a changed view keeps focus, selection, scroll and half-typed text, inner views included', async ({
  page,
  live,
}) => {
  const server = await live.app(PLAIN, LUA, FILES);
  await expect(page.getByRole('heading', { name: 'one' })).toBeVisible();
  await page.getByLabel('native').fill('half native');
  await page.getByLabel('free').fill('not bound');
  await page.locator('#scroll').evaluate((element) => element.scrollTo(0, 120));
  await page.getByLabel('inner').fill('half inner');
  await page.getByLabel('shoe').fill('half shoe');
  await page.getByLabel('shoe').evaluate((field) => (field as HTMLInputElement).setSelectionRange(2, 4));
  // Fields that lost focus send what was typed. It must have arrived before frames are counted.
  await expect
    .poll(() => server.run('return { a = app.a, t = app.note.text }'))
    .toEqual({ a: 'half native', t: 'half inner' });
  const before = server.frames.length;

  await server.views({ 'App.DEFAULT': view('two') });
  await expect(page.getByRole('heading')).toHaveText(['two']);
  await expect(page.locator('.ui-new-view, .ui-obsolete-view')).toHaveCount(0);
  await expect(page.locator('.nest')).toHaveClass('nest two');
  await expect(page.getByLabel('native')).toHaveValue('half native');
  await expect(page.getByLabel('free')).toHaveValue('not bound');
  await expect(page.getByLabel('inner')).toHaveValue('half inner');
  await expect(page.getByLabel('shoe')).toHaveValue('half shoe');
  await expect(page.getByLabel('shoe')).toBeFocused();
  expect(
    await page
      .getByLabel('shoe')
      .evaluate((field) => [
        (field as HTMLInputElement).selectionStart,
        (field as HTMLInputElement).selectionEnd,
      ]),
  ).toEqual([2, 4]);
  expect(await page.locator('#scroll').evaluate((element) => element.scrollTop)).toBe(120);
  // Nothing of it was sent by the reload.
  const written = server.frames
    .slice(before)
    .flatMap(({ messages }) => messages)
    .filter(({ data }) => 'value' in data);
  expect(written).toEqual([]);

  await page.keyboard.type('X');
  await page.getByLabel('native').focus();
  await page.getByLabel('inner').focus();
  await page.getByLabel('free').focus();
  await expect
    .poll(() => server.run('return { a = app.a, b = app.b, t = app.note.text }'))
    .toEqual({
      a: 'half native',
      b: 'haX shoe',
      t: 'half inner',
    });
});

test('focus and text in an inner view stay when the outer one is replaced', async ({ page, live }) => {
  const server = await live.app(PLAIN, LUA, FILES);
  await page.getByLabel('inner').pressSequentially('abc');
  await server.views({ 'App.DEFAULT': view('two') });
  await expect(page.getByRole('heading')).toHaveText(['two']);
  await expect(page.getByLabel('inner')).toBeFocused();
  expect(server.frames.flatMap(({ messages }) => messages.filter(({ data }) => 'value' in data))).toEqual([]);
  await page.keyboard.type('d');
  await expect(page.getByLabel('inner')).toHaveValue(/abcd|noteabcd/);
  await page.getByLabel('free').focus();
  await expect(page.locator('.nest b')).toHaveText(/abcd/);
});

test('both views change at once, and again before the first change is shown', async ({ page, live }) => {
  const server = await live.app(PLAIN, LUA, FILES);
  await expect(page.getByRole('heading', { name: 'one' })).toBeVisible();
  await page.getByLabel('inner').fill('half');
  const note = (tag: string) =>
    `<template><div><${tag} ui-value="text"></${tag}><textarea aria-label="inner" ui-value="text"></textarea></div></template>`;
  void server.views({ 'App.DEFAULT': view('two'), 'Note.DEFAULT': note('i') });
  await server.views({ 'App.DEFAULT': view('three'), 'Note.DEFAULT': note('u') });
  await expect(page.getByRole('heading')).toHaveText(['three']);
  await expect(page.locator('.nest u')).toHaveText('note');
  await expect(page.locator('.nest i')).toHaveCount(0);
  await expect(page.getByLabel('inner')).toHaveValue('half');
  await expect(page.locator('.ui-new-view, .ui-obsolete-view')).toHaveCount(0);
  await server.run('app.note.text = "again"');
  await expect(page.locator('.nest u')).toHaveText('again');
  const all = await server.variables();
  expect(all.filter(({ path }) => path === 'text')).toHaveLength(2);
  expect(all.filter(({ path }) => path === 'a')).toHaveLength(1);
});

test('every place that shows a changed view gets it, including list rows', async ({ page, live }) => {
  const server = await live.app(
    '<div><div id="list" ui-view="items?wrapper=lua.ViewList"></div></div>',
    `Item = session:prototype("Item", { name = "" })
    app = App:new({ items = { Item:new({ name = "a" }), Item:new({ name = "b" }) } })`,
    { 'viewdefs/Item.list-item.html': '<template><p ui-value="name"></p></template>' },
  );
  await expect(page.locator('#list p')).toHaveText(['a', 'b']);
  await server.views({ 'Item.list-item': '<template><h4 ui-value="name"></h4><small>s</small></template>' });
  await expect(page.locator('#list h4')).toHaveText(['a', 'b']);
  await expect(page.locator('#list small')).toHaveCount(2);
  await expect(page.locator('#list p')).toHaveCount(0);
  await server.run('table.remove(app.items)');
  await expect(page.locator('#list small')).toHaveCount(1);
  await server.views({ 'Item.list-item': 'no template' }).catch(() => {});
  await expect(page.locator('#list h4')).toHaveText(['a']);
});
