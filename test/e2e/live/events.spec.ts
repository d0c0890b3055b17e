import { expect, test } from './live-test.ts';

const LOG = `function App:say(text) self.log = (self.log or "") .. text .. " " end`;

test("ui-action: a click calls, with the element's value on request, and follows no link", async ({
  page,
  live,
}) => {
  const server = await live.app(
    `<div><p id="log" ui-value="log"></p>
      <a href="/elsewhere" ui-action="plain()">plain</a>
      <button value="7" ui-action="pick(_)">pick</button>
      <sl-button ui-action="shoe()">shoe</sl-button>
      <form><input aria-label="field"/><button ui-action="plain()">submit</button></form>
    </div>`,
    `${LOG} function App:plain(...) self:say("plain" .. select("#", ...)) end
    function App:pick(value) self:say("pick" .. value) end
    function App:shoe() self:say("shoe") end`,
  );
  await page.getByRole('link').click();
  await page.getByRole('button', { name: 'pick' }).click();
  await page.getByRole('button', { name: 'shoe' }).click();
  await page.getByLabel('field').press('Enter');
  await expect(page.locator('#log')).toHaveText('plain0 pick7 shoe plain0');
  expect(new URL(page.url()).pathname).toBe('/1');
  expect(server.frames.filter(({ userEvent }) => userEvent)).toHaveLength(4);
});

test('ui-event: any event calls, after the value of the field', async ({ page, live }) => {
  const server = await live.app(
    `<div><p id="log" ui-value="log"></p>
      <b id="over" ui-event-mouseenter="over()">over</b>
      <sl-input label="name" ui-value="name" ui-event-sl-input="typed()"></sl-input>
      <select id="size" ui-value="size" ui-event-change="sized()"><option>s</option><option>l</option></select>
    </div>`,
    `${LOG} function App:over() self:say("over") end
    function App:typed() self:say(self.name) end
    function App:sized() self:say(self.size) end
    app = App:new({ size = "s" })`,
  );
  await page.locator('#over').hover();
  await page.getByLabel('name').pressSequentially('ab');
  await page.locator('#size').selectOption('l');
  await expect(page.locator('#log')).toHaveText('over a ab l');
  const sent = server.frames.flatMap(({ messages }) => messages).filter(({ data }) => 'value' in data);
  expect(sent.map(({ data }) => data.value)).toEqual([null, 'a', null, 'ab', null, 'l', null]);
});

test('ui-event-keypress: the key with exactly its modifiers, after the value of the field', async ({
  page,
  live,
}) => {
  await live.app(
    `<div><p id="log" ui-value="log"></p>
      <input aria-label="field" ui-value="text" ui-event-keypress-enter="enter()" ui-event-keypress-ctrl-enter="ctrl()"
        ui-event-keypress-shift-ctrl-k="k(_)" ui-event-keypress-escape="key" ui-event-keypress-left="arrow(_)"
        ui-event-keypress-space="space()" ui-event-keypress-tab="tab()" ui-event-keypress-alt-x="alt(_)"/>
      <p id="key" ui-value="key"></p></div>`,
    `${LOG} function App:enter() self:say("enter=" .. self.text) end
    function App:ctrl() self:say("ctrl") end
    function App:k(key) self:say("k=" .. key) end
    function App:arrow(key) self:say(key) end
    function App:space() self:say("space") end
    function App:tab() self:say("tab") end
    function App:alt(key) self:say("alt-" .. key) end`,
  );
  const field = page.getByLabel('field');
  await field.pressSequentially('hey');
  for (const key of [
    'Enter',
    'Shift+Enter',
    'Control+Enter',
    'Control+Shift+Enter',
    'Control+k',
    'Control+Shift+K',
  ])
    await field.press(key);
  for (const key of ['ArrowLeft', 'Shift+ArrowLeft', 'Space', 'Alt+x', 'Escape', 'Tab'])
    await field.press(key);
  await expect(page.locator('#log')).toHaveText('enter=hey ctrl k=k left space alt-x tab');
  await expect(page.locator('#key')).toHaveText('escape');
});

test('what the person enters is written before a click on a button counts', async ({ page, live }) => {
  await live.app(
    `<div><input aria-label="first" ui-value="a"/><sl-input label="second" ui-value="b"></sl-input>
      <button ui-action="save()">save</button><p id="saved" ui-value="saved"></p></div>`,
    `function App:save() self.saved = self.a .. "+" .. self.b end`,
  );
  await page.getByLabel('second').fill('two');
  await page.getByLabel('first').fill('one');
  await page.locator('[ui-app] button').click();
  await expect(page.locator('#saved')).toHaveText('one+two');
});
