import { expect, test } from './live-test.ts';

test('a view replaces its element, with class, style and slot, by namespace and fallback', async ({
  page,
  live,
}) => {
  const server = await live.app(
    `<div><div id="a" class="big ui-x" style="margin: 1px" ui-view="note"></div>
      <section ui-namespace="short"><div id="b" ui-view="note"></div></section>
      <div id="c" ui-view="note?namespace=nowhere&amp;fallbackNamespace=short"></div>
      <div id="d" ui-namespace="nowhere" ui-view="note"></div></div>`,
    `Note = session:prototype("Note", { text = "" })
    app = App:new({ note = Note:new({ text = "hello" }) })`,
    {
      'viewdefs/Note.DEFAULT.html':
        '<template><style>.note { color: rgb(9, 9, 9); }</style><p class="note" style="top: 2px" ui-value="text"></p><hr/></template>',
      'viewdefs/Note.short.html': '<template><b ui-value="text"></b></template>',
    },
  );
  const note = page.locator('p.note').first();
  await expect(note).toHaveText('hello');
  await expect(note).toHaveClass('note big ui-x');
  await expect(note).toHaveAttribute('style', 'top: 2px;margin: 1px');
  await expect(page.locator('#a')).toHaveAttribute('ui-viewdef', 'Note.DEFAULT');
  await expect(page.locator('section > b')).toHaveText('hello');
  await expect(page.locator('b#c')).toHaveText('hello');
  await expect(page.locator('#d + p')).toHaveText('hello');
  await expect(page.locator('.ui-new-view, .ui-obsolete-view')).toHaveCount(0);
  const variables = await server.variables();
  const shown = variables.filter(({ path }) => path === 'note');
  expect(shown.map(({ properties }) => properties.viewdef)).toEqual([
    'Note.DEFAULT',
    'Note.short',
    'Note.short',
    'Note.DEFAULT',
  ]);
  expect(variables.filter(({ properties, id }) => id !== 1 && !properties.elementId)).toEqual([]);
});

test('another object keeps the elements, another type brings another view, nil removes it', async ({
  page,
  live,
}) => {
  const server = await live.app(
    '<div><div id="at" class="box" ui-view="item"></div></div>',
    `Dog = session:prototype("Dog", { name = "" })
    Cat = session:prototype("Cat", { name = "" })
    function Dog:bark() return self.name .. " barks" end
    function Cat:meow() return self.name .. " meows" end
    app = App:new({ item = Dog:new({ name = "Rex" }) })`,
    {
      'viewdefs/Dog.DEFAULT.html': '<template><p ui-value="bark()"></p></template>',
      'viewdefs/Cat.DEFAULT.html': '<template><h2 ui-value="meow()"></h2><i>cat</i></template>',
    },
  );
  await expect(page.getByText('Rex barks')).toBeVisible();
  await page.locator('p').evaluate((element) => element.setAttribute('data-same', 'yes'));
  await server.run('app.item = Dog:new({ name = "Fido" })');
  await expect(page.locator('p[data-same].box')).toHaveText('Fido barks');
  await server.run('app.item = Cat:new({ name = "Tom" })');
  await expect(page.locator('h2.box')).toHaveText('Tom meows');
  await expect(page.locator('p')).toHaveCount(0);
  // What belonged to the old type is gone before the server sees the new one.
  const frame = server.frames.find(({ messages }) => JSON.stringify(messages).includes('Cat.DEFAULT'));
  expect(frame?.messages[0]?.type).toBe('destroy');
  await server.run('app.item = nil');
  await expect(page.locator('h2')).toHaveCount(0);
  await expect(page.locator('i')).toHaveCount(0);
  await expect(page.locator('#at')).toBeHidden();
  await expect(page.locator('#at')).toHaveClass('box');
  await server.run('app.item = Dog:new({ name = "Rex" })');
  await expect(page.locator('#at')).toHaveText('Rex barks');
  const errors = (await server.variables()).filter(({ error }) => error);
  expect(errors).toEqual([]);
});

test('a missing view is shown when it arrives', async ({ page, live }) => {
  const server = await live.app(
    '<div><div id="at" ui-view="item"></div></div>',
    'Late = session:prototype("Late", { name = "here" }) app = App:new({ item = Late:new() })',
  );
  await expect(page.locator('#at')).toHaveAttribute('ui-pending', 'Late.DEFAULT');
  await server.views({ 'Late.DEFAULT': '<template><p ui-value="name"></p></template>' });
  await expect(page.locator('p#at')).toHaveText('here');
});

test('a view is never visible half filled', async ({ page, live }) => {
  await page.clock.install();
  const server = await live.app(
    '<div><div ui-view="item"></div></div>',
    `Box = session:prototype("Box", { name = "full" })
    Inner = session:prototype("Inner", { text = "inside" })
    app = App:new({})`,
    {
      'viewdefs/Box.DEFAULT.html':
        '<template><div id="box"><b ui-value="name"></b><div ui-view="inner"></div></div></template>',
      'viewdefs/Inner.DEFAULT.html': '<template><i ui-value="text"></i></template>',
    },
  );
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const box = document.getElementById('box');
      if (box && box.getClientRects().length > 0) seen.add(box.textContent);
    }).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  // While the clock stands still, nothing is shown because of a timeout.
  await page.clock.pauseAt(Date.now() + 60_000);
  await server.run('app.item = Box:new({ inner = Inner:new() })');
  await expect(page.locator('#box')).toBeVisible();
  const seen = await page.evaluate(() => [...(window as unknown as { seen: Set<string> }).seen]);
  expect(seen).toEqual(['fullinside']);
});

test('scripts of a view run in order once it is there, including those with src', async ({ page, live }) => {
  await live.app(
    `<div id="here"><script>window.order = [document.getElementById('here') !== null]</script>
      <script src="/own.js"></script><script class="kept">window.order.push('last')</script></div>`,
    '',
    { 'html/own.js': "window.order.push('src');" },
  );
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { order: unknown[] }).order))
    .toEqual([true, 'src', 'last']);
  await expect(page.locator('script.kept')).toHaveCount(1);
  expect(live.troubles).toEqual([]);
});

test('an author’s own page is shown instead, with a namespace for everything', async ({ page, live }) => {
  const server = await live.start({
    'html/index.html': `<!doctype html><title>Mine</title><link rel="stylesheet" href="/live/live.css">
      <h1>My page</h1><div ui-app ui-namespace="wide"></div><script type="module" src="/live/live.js"></script>`,
    'viewdefs/App.DEFAULT.html': '<template><p>narrow</p></template>',
    'viewdefs/App.wide.html': '<template><p>wide <sl-button>b</sl-button></p></template>',
  });
  await server.run('mcp.value = session:prototype("App", {}):new()');
  await live.open(page, '/1/some/path');
  await expect(page.locator('p')).toContainText('wide');
  await expect(page.getByRole('heading', { name: 'My page' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'b' })).toBeVisible();
});

test('the view of MCP can be replaced by a file', async ({ page, live }) => {
  await live.app('<p>app</p>', '', {
    'viewdefs/MCP.DEFAULT.html': '<template><h2>Mine</h2><div ui-view="value"></div></template>',
  });
  await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible();
  await expect(page.locator('p')).toHaveText('app');
});
