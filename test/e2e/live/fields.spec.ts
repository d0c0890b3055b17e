import type { Page } from '@playwright/test';
import { expect, test } from './live-test.ts';

const CONTROLS = `<div>
  <input id="text" ui-value="text"/>
  <textarea id="area" ui-value="area"></textarea>
  <input id="number" type="number" ui-value="number"/>
  <input id="range" type="range" min="0" max="10" ui-value="range"/>
  <input id="date" type="date" ui-value="date"/>
  <input id="tick" type="checkbox" ui-value="tick"/>
  <input id="radio-a" type="radio" name="r" value="a" ui-value="radio"/>
  <input id="radio-b" type="radio" name="r" value="b" ui-value="radio"/>
  <select id="select" ui-value="select"><option value="">-</option><option>x</option><option>y</option></select>
  <select id="many" multiple ui-value="many"><option>x</option><option>y</option><option>z</option></select>
  <sl-input id="sl-text" ui-value="slText"></sl-input>
  <sl-input id="sl-number" type="number" ui-value="slNumber"></sl-input>
  <sl-textarea id="sl-area" ui-value="slArea"></sl-textarea>
  <sl-checkbox id="sl-tick" ui-value="slTick">t</sl-checkbox>
  <sl-switch id="sl-switch" ui-value="slSwitch">s</sl-switch>
  <sl-radio-group id="sl-radio" label="r" ui-value="slRadio"><sl-radio value="a">A</sl-radio><sl-radio value="b">B</sl-radio></sl-radio-group>
  <sl-range id="sl-range" ui-value="slRange"></sl-range>
  <sl-rating id="sl-rating" ui-value="slRating"></sl-rating>
  <sl-color-picker id="sl-color" ui-value="slColor"></sl-color-picker>
  <sl-select id="sl-select" ui-value="slSelect"><sl-option value="x">X</sl-option><sl-option value="y">Y</sl-option></sl-select>
  <sl-select id="sl-many" multiple ui-value="slMany"><sl-option value="x">X</sl-option><sl-option value="y">Y</sl-option></sl-select>
</div>`;

const BEFORE = {
  text: 't',
  area: 'a',
  number: 3,
  range: 4,
  date: '2026-01-02',
  tick: true,
  radio: 'b',
  select: 'x',
  many: ['x', 'z'],
  slText: 's',
  slNumber: 5,
  slArea: 'm',
  slTick: true,
  slSwitch: true,
  slRadio: 'a',
  slRange: 20,
  slRating: 2,
  slColor: '#ff0000',
  slSelect: 'y',
  slMany: ['x'],
};

const toLua = (value: unknown): string =>
  Array.isArray(value) ? `{ ${value.map(toLua).join(', ')} }` : JSON.stringify(value);
const LUA = `app = App:new({ ${Object.entries(BEFORE)
  .map(([name, value]) => `${name} = ${toLua(value)}`)
  .join(', ')} })`;
const property = (page: Page, id: string, name = 'value') =>
  page
    .locator(`#${id}`)
    .evaluate((element, key) => (element as unknown as Record<string, unknown>)[key], name);

test('every field shows the value in Lua', async ({ page, live }) => {
  const server = await live.app(CONTROLS, LUA);
  await expect(page.locator('#text')).toHaveValue('t');
  await expect(page.locator('#sl-rating')).toHaveJSProperty('value', 2);
  const shown = async () => ({
    text: await property(page, 'text'),
    area: await property(page, 'area'),
    number: await property(page, 'number', 'valueAsNumber'),
    range: await property(page, 'range', 'valueAsNumber'),
    date: await property(page, 'date'),
    tick: await property(page, 'tick', 'checked'),
    radio: (await property(page, 'radio-b', 'checked')) ? 'b' : '',
    select: await property(page, 'select'),
    many: await page
      .locator('#many')
      .evaluate((e) => [...(e as HTMLSelectElement).selectedOptions].map((o) => o.value)),
    slText: await property(page, 'sl-text'),
    slNumber: Number(await property(page, 'sl-number')),
    slArea: await property(page, 'sl-area'),
    slTick: await property(page, 'sl-tick', 'checked'),
    slSwitch: await property(page, 'sl-switch', 'checked'),
    slRadio: await property(page, 'sl-radio'),
    slRange: await property(page, 'sl-range'),
    slRating: await property(page, 'sl-rating'),
    slColor: await property(page, 'sl-color'),
    slSelect: await property(page, 'sl-select'),
    slMany: await property(page, 'sl-many'),
  });
  await expect.poll(shown).toEqual(BEFORE);
  // Showing does not write.
  const written = server.frames.flatMap(({ messages }) => messages).filter(({ data }) => 'value' in data);
  expect(written).toEqual([]);
});

test('every field writes what the person enters', async ({ page, live }) => {
  const server = await live.app(CONTROLS, LUA);
  await expect(page.locator('#sl-rating')).toHaveJSProperty('value', 2);
  const inner = (id: string, what = 'input') => page.locator(`#${id} ${what}`).first();
  await page.locator('#text').fill('text!');
  await page.locator('#area').fill('area!');
  await page.locator('#number').fill('4.5');
  await page.locator('#range').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('#date').fill('2027-03-04');
  await page.locator('#tick').click();
  await page.locator('#radio-a').click();
  await page.locator('#select').selectOption('y');
  await page.locator('#many').selectOption(['y', 'z']);
  await inner('sl-text').fill('sl!');
  await inner('sl-number').fill('6');
  await inner('sl-area', 'textarea').fill('slarea!');
  await page.locator('#sl-tick').click();
  await page.locator('#sl-switch').click();
  await page.getByText('B', { exact: true }).click();
  await inner('sl-range').focus();
  await page.keyboard.press('ArrowRight');
  await inner('sl-rating', '[part~="base"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('#sl-select').click();
  await page.locator('#sl-select sl-option[value=x]').click();
  await page.locator('#sl-many').click();
  await page.locator('#sl-many sl-option[value=y]').click();
  await page.keyboard.press('Escape');
  await page.locator('#sl-color').click();
  await inner('sl-color', '[part~="input"] input').fill('#00ff00');
  await page.keyboard.press('Enter');
  await expect
    .poll(() =>
      server.run(
        `return { ${Object.keys(BEFORE)
          .map((name) => `${name} = app.${name}`)
          .join(', ')} }`,
      ),
    )
    .toEqual({
      text: 'text!',
      area: 'area!',
      number: 4.5,
      range: 5,
      date: '2027-03-04',
      tick: false,
      radio: 'a',
      select: 'y',
      many: ['y', 'z'],
      slText: 'sl!',
      slNumber: 6,
      slArea: 'slarea!',
      slTick: false,
      slSwitch: false,
      slRadio: 'b',
      slRange: 21,
      slRating: 3,
      slColor: '#00ff00',
      slSelect: 'x',
      slMany: ['x', 'y'],
    });
  expect(live.troubles).toEqual([]);
});

test('a field sends on blur, and with keypress on each key; the same value is not sent again', async ({
  page,
  live,
}) => {
  const server = await live.app(
    `<div><input aria-label="late" ui-value="late"/><input aria-label="soon" ui-value="soon?keypress"/>
      <sl-input label="sl late" ui-value="slLate"></sl-input><sl-input label="sl soon" ui-value="slSoon?keypress"></sl-input></div>`,
    'app = App:new({})',
  );
  const sent = () =>
    server.frames.flatMap(({ messages }) =>
      messages.filter(({ data }) => 'value' in data).map(({ data }) => data.value),
    );
  await page.getByLabel('late', { exact: true }).pressSequentially('ab');
  expect(sent()).toEqual([]);
  await page.getByLabel('soon', { exact: true }).pressSequentially('cd');
  await expect.poll(sent).toEqual(['ab', 'c', 'cd']);
  await page.getByLabel('late', { exact: true }).focus();
  await page.getByLabel('sl late').pressSequentially('ef');
  await page.getByLabel('sl soon').pressSequentially('gh');
  await page.getByLabel('sl late').focus();
  await expect.poll(sent).toEqual(['ab', 'c', 'cd', 'ef', 'g', 'gh']);
});

test('ui-attr-checked with ui-event-sl-change keeps the state that Lua wants', async ({ page, live }) => {
  const server = await live.app(
    `<div><sl-checkbox ui-attr-checked="done" ui-event-sl-change="toggle()">shoe</sl-checkbox>
      <input type="checkbox" aria-label="native" ui-attr-checked="done" ui-event-change="toggle()"/>
      <p id="n" ui-value="n"></p></div>`,
    `function App:toggle() self.n = self.n + 1 if not self.locked then self.done = not self.done end end
    app = App:new({ n = 0 })`,
  );
  const shoe = page.locator('sl-checkbox');
  const native = page.getByLabel('native');
  await shoe.click();
  await expect(native).toBeChecked();
  await native.click();
  await expect(shoe).toHaveJSProperty('checked', false);
  await server.run('app.locked = true');
  await shoe.click();
  await native.click();
  await expect(page.locator('#n')).toHaveText('4');
  await expect(shoe).toHaveJSProperty('checked', false);
  await expect(native).not.toBeChecked();
});

test('a value changed by a setter is shown, and a method with rw reads and writes', async ({
  page,
  live,
}) => {
  await live.app(
    '<div><input aria-label="trimmed" ui-value="trim()?access=rw"/><input aria-label="given" ui-value="give(_)"/><p id="got" ui-value="got"></p></div>',
    `function App:give(text) self.got = "got " .. text end
    function App:trim(...)
      if select("#", ...) > 0 then self.text = (...):match("^%s*(.-)%s*$") end
      return self.text
    end
    app = App:new({ text = "" })`,
  );
  await page.getByLabel('trimmed').fill('  hi ');
  await page.getByLabel('trimmed').blur();
  await expect(page.getByLabel('trimmed')).toHaveValue('hi');
  await page.getByLabel('given').fill('this');
  await page.getByLabel('given').blur();
  await expect(page.locator('#got')).toHaveText('got this');
});

test('typing is not overwritten by updates from Lua', async ({ page, live }) => {
  const server = await live.app(
    '<div><input aria-label="name" ui-value="name"/><p id="copy" ui-value="name"></p></div>',
    'app = App:new({ name = "old" })',
  );
  await page.getByLabel('name').fill('half ty');
  await server.run('app.name = "agent"');
  await expect(page.locator('#copy')).toHaveText('agent');
  await expect(page.getByLabel('name')).toHaveValue('half ty');
  await page.getByLabel('name').pressSequentially('ped');
  await page.getByLabel('name').blur();
  await expect(page.locator('#copy')).toHaveText('half typed');
});

test('options that arrive after the value are selected all the same', async ({ page, live }) => {
  const server = await live.app(
    `<div><select id="native" ui-value="size" ui-namespace="native"><optgroup label="o" ui-viewlist="sizes"></optgroup></select>
      <sl-select id="shoe" ui-value="size" ui-namespace="shoe"><div ui-viewlist="sizes"></div></sl-select></div>`,
    `Size = session:prototype("Size", { name = "" })
    app = App:new({ size = "l", sizes = {} })`,
    {
      'viewdefs/Size.native.html':
        '<template><option ui-attr-value="name" ui-html="name"></option></template>',
      'viewdefs/Size.shoe.html':
        '<template><sl-option ui-attr-value="name"><span ui-value="name"></span></sl-option></template>',
    },
  );
  await server.run('app.sizes = { Size:new({ name = "s" }), Size:new({ name = "l" }) }');
  await expect(page.locator('#native')).toHaveValue('l');
  await expect(page.locator('#shoe')).toHaveJSProperty('value', 'l');
  await expect(page.locator('#shoe')).toHaveJSProperty('displayLabel', 'l');
  await page.locator('#shoe').click();
  await page.locator('sl-option').first().click();
  await expect(page.locator('#native')).toHaveValue('s');
});

test('scripts write through updateValue and ui-value-change', async ({ page, live }) => {
  const server = await live.app(
    `<div><span id="bridge" ui-value="data?access=rw" hidden></span><b id="done" ui-value="process()?priority=high"></b>
      <input id="own" ui-value="own"/><p id="said" ui-value="own"></p></div>`,
    'function App:process() return self.data and "got " .. self.data or "" end',
  );
  await expect(page.locator('#own')).toBeVisible();
  await page.evaluate(() => {
    // The same value again is not sent.
    for (let i = 0; i < 3; i++) window.uiApp?.updateValue('bridge', 'pasted');
  });
  await expect(page.locator('#done')).toHaveText('got pasted');
  await page.evaluate(() => {
    (document.getElementById('own') as HTMLInputElement).value = 'mine';
    window.uiApp?.updateValue('own');
    window.uiApp?.updateValue('nobody', 1);
  });
  await expect(page.locator('#said')).toHaveText('mine');
  await page.evaluate(() =>
    document
      .getElementById('bridge')
      ?.dispatchEvent(new CustomEvent('ui-value-change', { detail: { value: 'event' } })),
  );
  await expect(page.locator('#done')).toHaveText('got event');
  const written = server.frames.flatMap(({ messages }) => messages.filter(({ data }) => 'value' in data));
  expect(written.map(({ data }) => data.value)).toEqual(['pasted', 'mine', 'event']);
  expect(await page.evaluate(() => window.uiStore === window.uiApp?.getStore())).toBe(true);
});
