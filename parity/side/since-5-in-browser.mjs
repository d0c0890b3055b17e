/** What people do with blocks that Lowdefy has since 5. */
export function stepsSince5({ frameOf, withText, press }) {
  return {
    /** A click on the text of a slider's mark. */
    async mark(page, { block, text }) {
      const mark = await withText(frameOf(page, block).locator('.ant-slider-mark-text'), text);
      if (!mark) return `no mark ${text}`;
      await mark.click();
    },
    async step(page, { block, index }) {
      const item = frameOf(page, block).locator('.ant-steps-item').nth(index);
      const button = item.and(page.locator('[role="button"]')).or(item.locator('[role="button"]'));
      if ((await button.count()) === 0) return 'nothing to click';
      await button.first().click();
    },
    /** Opens the menu, and chooses. */
    async item(page, { block, title }) {
      await frameOf(page, block).locator('button').last().click();
      const items = page.locator('.ant-dropdown:visible .ant-dropdown-menu-item');
      await items.first().waitFor();
      // Its shortcut stands beside the title.
      await press(items.filter({ hasText: title }));
    },
    /** Opens the search if it is not, and types. */
    async find(page, { block, text }) {
      const input = page.locator('.ant-modal-wrap:visible input');
      if ((await input.count()) === 0) await frameOf(page, block).locator('button').click();
      await input.fill(text);
    },
    /** What was found, or what was searched for before: never both are there. */
    async result(page, { index }) {
      await press(page.locator('.ant-modal-wrap:visible .lf-search-item').nth(index));
    },
    async recent(page, step) {
      await frameOf(page, step.block).locator('button').click();
      return this.result(page, step);
    },
  };
}
