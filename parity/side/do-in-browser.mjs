import { chatSteps } from './chat-in-browser.mjs';
import { stepsSince5 } from './since-5-in-browser.mjs';

const frameOf = (page, block) => page.locator(`[id="bl-${block}"]`);

/**
 * As by a key: badges and the like may lie on it, which a pointer would have to go around, and menus
 * may be drawn again between the two halves of a click.
 */
const press = (target) => target.evaluate((one) => one.click());

/** Perform one step as a person would; answers why a person could not, if so. */
export async function doInBrowser(page, step) {
  if (step.block !== undefined) {
    const why = await page.evaluate((block) => window.parity.whyNot(block), step.block);
    if (why) return why;
  }
  try {
    return await STEPS[step.do](page, step);
  } catch (error) {
    if (error.name === 'TimeoutError') return `not possible: ${error.message.split('\n')[0]}`;
    throw error;
  }
}

const STEPS = {
  ...chatSteps(frameOf),
  ...stepsSince5({ frameOf, withText, press }),
  async click(page, { block, corner }) {
    const target = page.locator(`[id="bl-${block}"] >> [id="${block}"]`).first();
    if (!(await target.isVisible())) return 'not to be seen';
    // In the middle of a container is something else.
    await target.click(corner ? { position: { x: 3, y: 3 } } : {});
  },
  async fill(page, { block, text }) {
    const swatch = frameOf(page, block).locator('.ant-color-picker-trigger');
    if ((await swatch.count()) > 0) return pickColor(page, block, text);
    const input = frameOf(page, block)
      .locator('input:not([role="combobox"]), textarea, input[id$="_input"]')
      .last();
    if (!(await input.isEditable())) return 'not editable';
    await input.fill(String(text));
    // People go on to something else; numbers are tidied up then.
    await input.blur();
  },
  async enter(page, { block }) {
    const input = frameOf(page, block).locator('input').last();
    await input.press('Enter');
    await leave(input);
  },
  async switch(page, { block }) {
    await press(frameOf(page, block).locator('[role="switch"], input[type="checkbox"]').first());
  },
  async choose(page, { block, option }) {
    const why = await page.evaluate(
      ([id, label]) => window.parity.whyNoChoice(id, label),
      [block, String(option)],
    );
    return why || chooseOption(page, block, option);
  },
  async clear(page, { block }) {
    const frame = frameOf(page, block);
    const cross = frame.locator('.ant-select-clear, .ant-picker-clear').first();
    // What is empty has nothing to clear it with.
    if ((await cross.count()) === 0) return;
    await frame.locator('.ant-select, .ant-picker').first().hover();
    await cross.click();
    await page.evaluate(() => document.activeElement?.blur());
  },
  async check(page, { block, option }) {
    const boxes = frameOf(page, block).locator(
      '.ant-radio-wrapper, .ant-radio-button-wrapper, .ant-checkbox-wrapper, .ant-segmented-item',
    );
    const box = await withText(boxes, option);
    if (!box) return `no option ${option}`;
    if (await box.evaluate((one) => one.className.includes('-disabled'))) return 'the option is disabled';
    if (await box.evaluate((one) => one.matches('.ant-segmented-item'))) return box.click();
    // The box itself, which is not always to be seen: its label passes clicks on, and what is around it hears of two.
    await press(box.locator('input'));
  },
  async pick(page, { block, text }) {
    const input = frameOf(page, block).locator('input').first();
    const before = await input.inputValue();
    await page.evaluate((id) => window.parity.countValues(id), block);
    // Where the mouse was left, a day of what opens may lie under it, which would be taken instead.
    await input.hover({ timeout: 1000 }).catch(() => {});
    await input.focus();
    await input.press('Enter');
    await input.fill(text);
    await input.press('Enter');
    // Not by Escape, which would close the drawer around it. An app may have taken all of it away by now.
    await leave(input);
    const values = await page.evaluate((id) => window.parity.countValues(id), block);
    if (values === 0 && before !== text) return `the picker does not take ${text}`;
  },
  async range(page, { block, texts }) {
    const inputs = frameOf(page, block).locator('input');
    await inputs.first().click();
    await inputs.first().fill(texts[0]);
    await inputs.first().press('Enter');
    await inputs.last().fill(texts[1]);
    await inputs.last().press('Enter');
    await inputs.last().blur();
  },
  async rate(page, { block, value }) {
    const frame = frameOf(page, block);
    const off = frame.locator('.ant-checkbox-input');
    if (value === 'N/A') {
      if ((await off.count()) === 0) return 'nothing to say so with';
      if (!(await off.isChecked())) await off.click();
      return;
    }
    const mark = await withText(frame.locator('.ant-slider-mark-text'), String(value));
    if (!mark) return `no mark ${value}`;
    if ((await off.count()) > 0 && (await off.isChecked())) await off.click();
    if ((await frameOf(page, block).locator('.ant-slider-disabled').count()) > 0) return 'disabled';
    await mark.click();
  },
  async tab(page, { block, title }) {
    const frame = frameOf(page, block);
    const tab = await withText(ownOf(frame, '.ant-tabs-tab, .ant-collapse-header'), title);
    if (!tab) return `no tab ${title}`;
    const isDisabled = (one) =>
      one.className.includes('disabled') || one.closest('.ant-collapse-item-disabled') !== null;
    if (await tab.evaluate(isDisabled)) return 'the tab is disabled';
    await tab.click();
  },
  async button(page, { block, name }) {
    const handle = await page.evaluateHandle(
      ([id, which]) => window.parity.buttonOf(id, which),
      [block, name],
    );
    const button = handle.asElement();
    if (!button) return `no button ${name}`;
    await button.click();
  },
  async add(page, { block }) {
    const button = page.locator(`[id="${block}_add_button"]`);
    if ((await button.count()) === 0) return 'no button to add';
    await button.click();
  },
  async remove(page, { block, index }) {
    const icon = page.locator(`[id="${block}_${index}_remove_icon"]`);
    if ((await icon.count()) === 0) return 'nothing to remove it with';
    await icon.click();
  },
  /** A method of the component: to a person it is there as far as the component draws something that calls it. */
  async call(page, { block, method, args = [] }) {
    if (method === 'removeItem') return STEPS.remove(page, { block, index: args[0] });
    return ADDING.has(method) ? STEPS.add(page, { block }) : `nothing that calls ${method}`;
  },
  async row(page, { block, index }) {
    const cell = frameOf(page, block).locator(`.ag-row[row-index="${index}"] .ag-cell`).first();
    if ((await cell.count()) === 0) return `no row ${index}`;
    await cell.click();
  },
  async cell(page, { block, index, column }) {
    const cell = frameOf(page, block).locator(`.ag-row[row-index="${index}"] .ag-cell[col-id="${column}"]`);
    if ((await cell.count()) === 0) return `no cell ${index} ${column}`;
    await cell.click();
  },
  async page(page, { block, number }) {
    const item = frameOf(page, block).locator(`.ant-pagination-item-${number}`);
    if ((await item.count()) === 0) return `no page ${number}`;
    if ((await frameOf(page, block).locator('.ant-pagination-disabled.ant-pagination').count()) > 0)
      return 'disabled';
    await item.click();
  },
  async size(page, { block, size }) {
    const select = frameOf(page, block).locator('.ant-pagination-options .ant-select');
    if ((await select.count()) === 0) return 'nothing to choose the size with';
    return chooseByKeys(page, select.locator('input'), (text) => text === `${size} / page`);
  },
  async region(page, { block, name }) {
    return chooseByKeys(page, frameOf(page, block).locator('input[role="combobox"]'), (text) =>
      text.includes(name),
    );
  },
  /** The box before a row. */
  async select(page, { block, index }) {
    const box = frameOf(page, block).locator(`.ag-row[row-index="${index}"] .ag-selection-checkbox input`);
    if ((await box.count()) === 0) return `no box ${index}`;
    await box.click();
  },
  async write(page, { block, index, column, text }) {
    const cell = frameOf(page, block).locator(`.ag-row[row-index="${index}"] .ag-cell[col-id="${column}"]`);
    if ((await cell.count()) === 0) return `no cell ${index} ${column}`;
    await cell.dblclick();
    const input = cell.locator('input');
    if ((await input.count()) === 0) return 'not editable';
    await input.fill(text);
    await input.press('Enter');
  },
  /** With the cross. */
  async close(page, { block }) {
    const cross = frameOf(page, block).locator('.ant-alert-close-icon, .ant-tag-close-icon');
    if ((await cross.count()) === 0 || !(await cross.isVisible())) return 'no cross';
    await cross.click();
  },
  async slide(page, { block, index }) {
    await frameOf(page, block).locator('.slick-dots button').nth(index).click();
  },
  async edit(page, { block, text }) {
    const frame = frameOf(page, block);
    if ((await frame.locator('.ant-typography-edit').count()) === 0) return 'not editable';
    await press(frame.locator('.ant-typography-edit'));
    const area = frame.locator('textarea');
    await area.fill(text);
    await area.press('Enter');
  },
  /** Types, and takes the first of what is found. */
  async search(page, { block, text }) {
    const input = frameOf(page, block).locator('input').first();
    await input.focus();
    await input.fill(text);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    await input.press('Enter');
    await input.blur();
  },
  /** A link that stands nowhere on the page: as if the menu had it. */
  async goto(page, { pageId, urlQuery, input }) {
    await page.evaluate((link) => window.lowdefy._internal.link(link), {
      pageId,
      ...(urlQuery && { urlQuery }),
      ...(input && { input }),
    });
  },
  async menu(page, { title }) {
    const link = await withText(page.locator('.ant-menu-root:visible > .ant-menu-item'), title);
    if (!link) return `no menu item ${title}`;
    await link.locator('a').click();
  },
  /** Only the bridge can be restarted; to the browser it must make no difference. */
  async restart() {},
  async wait(page, { ms }) {
    await page.waitForTimeout(ms);
  },
};

const ADDING = new Set(['pushItem', 'unshiftItem']);

function ownOf(frame, selector) {
  return frame.locator(selector);
}

async function withText(locator, text) {
  const all = await locator.evaluateAll((found) => found.map((one) => window.parity.textOf(one)));
  const at = all.indexOf(String(text));
  return at < 0 ? undefined : locator.nth(at);
}

/** By keys, so that what is around hears of no click. */
async function chooseOption(page, block, option) {
  const input = frameOf(page, block).locator('input[role="combobox"]').first();
  return chooseByKeys(page, input, (text) => text === String(option));
}

/** In the picker that a click on its colour opens. It takes six digits; who means #abc writes them out. */
async function pickColor(page, block, given) {
  const text = given.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
  const swatch = frameOf(page, block).locator('.ant-color-picker-trigger');
  await page.evaluate((id) => window.parity.countValues(id), block);
  await swatch.click();
  const input = page.locator('.ant-color-picker-hex-input input:visible');
  await input.fill(text.replace(/^#/, ''));
  // Who goes on to something else closes it; a click here would be one more for what is around.
  await page.evaluate(() => document.body.dispatchEvent(new MouseEvent('mousedown', { bubbles: true })));
  const [values, { value }] = await page.evaluate(
    (id) => [window.parity.countValues(id), window.parity.see()[id]],
    block,
  );
  return values === 0 && value !== text.toLowerCase() ? `the picker does not take ${text}` : undefined;
}

/** Not with a time limit: on a busy machine the person would never leave, and `onBlur` be missing. */
async function leave(input) {
  await input.evaluateAll((found) => found.at(-1)?.blur());
}

async function chooseByKeys(page, input, isWanted) {
  await input.focus();
  await input.press('Enter');
  const list = await input.getAttribute('aria-controls');
  const options = page.locator(`.ant-select-dropdown:has([id="${list}"]) .ant-select-item-option`);
  await options
    .first()
    .waitFor({ timeout: 5000 })
    .catch(() => {});
  const texts = await options.evaluateAll((found) => found.map((one) => window.parity.textOf(one)));
  let why = `no such option among ${texts.join(', ')}`;
  const seen = new Set();
  // Where texts can be typed, none of the options is the first.
  if ((await options.count()) > 0 && (await activeOf(options)) === undefined) await input.press('ArrowDown');
  for (;;) {
    const active = await activeOf(options);
    if (active === undefined || seen.has(active)) break;
    if (isWanted(active)) {
      await input.press('Enter');
      why = undefined;
      break;
    }
    seen.add(active);
    await input.press('ArrowDown');
  }
  await leave(input);
  return why;
}

const activeOf = (options) =>
  options.evaluateAll((found) => {
    const active = found.find((one) => one.classList.contains('ant-select-item-option-active'));
    return active && window.parity.textOf(active);
  });
