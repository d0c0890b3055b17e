import { expect, test } from './live-test.ts';

test('text, attribute, class and style follow what a click changes', async ({ page, live }) => {
  const server = await live.app(
    `<div>
      <p id="text" ui-value="n"></p>
      <li id="item" ui-value="name()"></li>
      <sl-badge id="badge" ui-value="n"></sl-badge>
      <progress id="bar" max="10" ui-value="n"></progress>
      <sl-card id="card" ui-attr-hidden="isOdd()">c</sl-card>
      <a id="attr" ui-attr-title="name()" ui-attr-hidden="isOdd()" ui-attr-data-on="yes" ui-repeat="nothing">a</a>
      <b id="class" class="own" ui-class-odd="isOdd()">b</b>
      <i id="style" style="left: 1px" ui-style-background-color="color()" ui-style---gap="gap()">i</i>
      <button id="more" ui-action="more()" ui-value="n"></button>
    </div>`,
    `function App:isOdd() return self.n % 2 == 1 end
    function App:name() return "number " .. self.n end
    function App:color() return self:isOdd() and "rgb(1, 2, 3)" or nil end
    function App:gap() return self.n .. "px" end
    function App:more() self.n = self.n + 1 end
    app = App:new({ n = 1, yes = true })`,
  );
  await expect(page.locator('#text')).toHaveText('1');
  await expect(page.locator('#item')).toHaveText('number 1');
  await expect(page.locator('#badge')).toHaveText('1');
  await expect(page.locator('#bar')).toHaveJSProperty('value', 1);
  await expect(page.locator('#attr')).toHaveAttribute('title', 'number 1');
  await expect(page.locator('#attr')).toHaveAttribute('hidden', 'true');
  await expect(page.locator('#attr')).toHaveAttribute('data-on', 'true');
  await expect(page.locator('#card')).toBeHidden();
  await expect(page.locator('#class')).toHaveClass('own odd');
  await expect(page.locator('#style')).toHaveCSS('background-color', 'rgb(1, 2, 3)');
  await page.locator('#more').click();
  await expect(page.locator('#text')).toHaveText('2');
  await expect(page.locator('#more')).toHaveText('2');
  await expect(page.locator('#attr')).not.toHaveAttribute('hidden');
  await expect(page.locator('#card')).toBeVisible();
  await expect(page.locator('#class')).toHaveClass('own');
  await expect(page.locator('#style')).toHaveAttribute('style', 'left: 1px; --gap: 2px;');
  await server.run('app.n = 7');
  await expect(page.locator('#bar')).toHaveJSProperty('value', 7);
  expect(live.troubles).toEqual([]);
});

test('html is put inside the element or, with replace, in its place', async ({ page, live }) => {
  const server = await live.app(
    `<div id="all"><div id="in" ui-html="html"></div><hr/><p id="at" ui-html="html?replace"></p><hr/>
      <button ui-action="next()">next</button></div>`,
    `steps = { "<b>one</b><i>two</i>", "only text", "", "<u id='own'>last</u>" }
    function App:next() self.at = self.at + 1 self.html = steps[self.at] end
    app = App:new({ at = 1, html = steps[1] })`,
  );
  const between = () =>
    page.locator('#all').evaluate((all) => {
      const [first, second] = all.querySelectorAll('hr');
      const found: string[] = [];
      for (let at = first?.nextElementSibling; at && at !== second; at = at.nextElementSibling)
        found.push(at.outerHTML.replace(/ui-\d+/g, 'ui-N'));
      return found;
    });
  const next = () => page.getByRole('button', { name: 'next' }).click();
  await expect(page.locator('#in b')).toHaveText('one');
  await expect.poll(between).toEqual(['<b id="at">one</b>', '<i id="ui-N">two</i>']);
  await next();
  await expect(page.locator('#in')).toHaveText('only text');
  await expect.poll(between).toEqual(['<span id="at">only text</span>']);
  await next();
  await expect.poll(between).toEqual(['<span hidden="" id="at"></span>']);
  await next();
  await expect.poll(between).toEqual(['<u id="at">last</u>']);
  await server.run('app.html = nil');
  await expect(page.locator('#in')).toBeEmpty();
});

test('code runs each time it arrives, and neither runtime nor syntax errors stop anything', async ({
  page,
  live,
}) => {
  await live.app(
    `<div>
      <p id="out" ui-code="code"></p><p id="n" ui-value="n"></p>
      <button ui-action="set(_)" value="element.textContent = variable.id > 1 &amp;&amp; store.get(1) ? value.length + ' ok' : '' // end">good</button>
      <button ui-action="set(_)" value="throw new Error('on purpose')">throw</button>
      <button ui-action="set(_)" value="this is no code">syntax</button>
      <button ui-action="again()">again</button>
    </div>`,
    `function App:set(code) self.code = code self.n = self.n + 1 end
    function App:again() self.n = self.n + 1 self.code = "element.title += 'x' //" .. self.n end
    app = App:new({ n = 0 })`,
  );
  for (const name of ['throw', 'syntax', 'good']) await page.getByRole('button', { name }).click();
  await expect(page.locator('#out')).toHaveText(/^\d+ ok$/);
  await expect(page.locator('#n')).toHaveText('3');
  for (let i = 0; i < 3; i++) await page.getByRole('button', { name: 'again' }).click();
  await expect(page.locator('#out')).toHaveAttribute('title', 'xxx');
  expect(
    live.troubles.filter((text) => !text.includes('on purpose') && !text.includes('Unexpected')),
  ).toEqual([]);
  expect(live.troubles).toHaveLength(2);
});

test('an error is shown at its element until the next update', async ({ page, live }) => {
  const server = await live.app(
    `<div><input id="field" ui-value="there.name"/><button ui-action="fail()">fail</button>
      <p id="bad" ui-value="broken()"></p><p id="none" ui-value="a+b"></p></div>`,
    `function App:fail() if not self.mended then error("no luck") end end
    function App:broken() if self.mended then return "fine" end error("cannot say") end`,
  );
  await expect(page.locator('#bad')).toHaveClass('ui-error');
  await expect(page.locator('#bad')).toHaveAttribute('ui-error-description', /cannot say/);
  await expect(page.locator('#none')).toHaveAttribute('ui-error-code', 'bad-path');
  await page.locator('#field').fill('Ann');
  await page.locator('#field').blur();
  await expect(page.locator('#field')).toHaveAttribute('ui-error-code', 'path-failure');
  await page.locator('[ui-app] button').click();
  await expect(page.locator('[ui-app] button')).toHaveAttribute('ui-error-description', /no luck/);
  await server.run('app.mended = true app.there = { type = "There", name = "" }');
  await expect(page.locator('#bad')).toHaveText('fine');
  await expect(page.locator('#bad')).not.toHaveClass('ui-error');
  await page.locator('[ui-app] button').click();
  await expect(page.locator('[ui-app] button')).not.toHaveAttribute('ui-error-code');
});
