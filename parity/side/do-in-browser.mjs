const frameOf = (page, block) => page.locator(`[id="bl-${block}"]`);

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
  async click(page, { block }) {
    await page.locator(`[id="bl-${block}"] >> [id="${block}"]`).first().click();
  },
  async fill(page, { block, text }) {
    const input = frameOf(page, block)
      .locator('input:not([role="combobox"]), textarea, input[id$="_input"]')
      .last();
    if (!(await input.isEditable())) return 'not editable';
    await input.fill(String(text));
    // People go on to something else; numbers are tidied up then.
    await input.blur();
  },
  async enter(page, { block }) {
    await frameOf(page, block).locator('input').last().press('Enter');
  },
  async switch(page, { block }) {
    await frameOf(page, block).locator('[role="switch"], input[type="checkbox"]').first().click();
  },
  async choose(page, { block, option }) {
    return chooseOption(page, block, option);
  },
  async clear(page, { block }) {
    const frame = frameOf(page, block);
    const cross = frame.locator('.ant-select-clear, .ant-picker-clear').first();
    // What is empty has nothing to clear it with.
    if ((await cross.count()) === 0) return;
    await frame.locator('.ant-select, .ant-picker').first().hover();
    await cross.click();
  },
  async check(page, { block, option }) {
    const boxes = frameOf(page, block).locator(
      '.ant-radio-wrapper, .ant-radio-button-wrapper, .ant-checkbox-wrapper',
    );
    const box = await withText(boxes, option);
    if (!box) return `no option ${option}`;
    if (await box.evaluate((one) => one.className.includes('-disabled'))) return 'the option is disabled';
    await box.click();
  },
  async pick(page, { block, text }) {
    const input = frameOf(page, block).locator('input').first();
    const before = await input.inputValue();
    await page.evaluate((id) => window.parity.countValues(id), block);
    await input.click();
    await input.fill(text);
    await input.press('Enter');
    // Not by Escape, which would close the drawer around it. An app may have taken all of it away by now.
    await input.blur({ timeout: 300 }).catch(() => {});
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
    const mark = await withText(frameOf(page, block).locator('.ant-slider-mark-text'), String(value));
    if (!mark) return `no mark ${value}`;
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
  async edit(page, { block, text }) {
    const frame = frameOf(page, block);
    if ((await frame.locator('.ant-typography-edit').count()) === 0) return 'not editable';
    await frame.locator('.ant-typography-edit').click();
    const area = frame.locator('textarea');
    await area.fill(text);
    await area.press('Enter');
  },
  async search(page, { block, text }) {
    const input = frameOf(page, block).locator('input').first();
    await input.click();
    await input.fill(text);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
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

function ownOf(frame, selector) {
  return frame.locator(selector);
}

async function withText(locator, text) {
  const all = await locator.evaluateAll((found) => found.map((one) => window.parity.textOf(one)));
  const at = all.indexOf(String(text));
  return at < 0 ? undefined : locator.nth(at);
}

async function chooseOption(page, block, option) {
  const frame = frameOf(page, block);
  await frame.locator('.ant-select-selector').first().click();
  const options = page.locator(
    `.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option`,
  );
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 30)));
  const found = await withText(options, option);
  let why;
  if (!found) why = `no option ${option}`;
  else if (await found.evaluate((one) => one.classList.contains('ant-select-item-option-disabled')))
    why = 'the option is disabled';
  else await found.click();
  await frame
    .locator('input')
    .first()
    .blur({ timeout: 300 })
    .catch(() => {});
  return why;
}
