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
    /** A node of a tree. What it is in is unfolded by keys, so that what is around hears of no click. */
    async node(page, { block, path }) {
      const frame = frameOf(page, block);
      const list = frame.locator('.ant-tree-list[tabindex], .ant-tree-list [tabindex]').first();
      for (const title of path.slice(0, -1)) {
        const folded = frame.locator('.ant-tree-treenode-switcher-close', { hasText: title });
        if ((await folded.count()) === 0) continue;
        await list.focus();
        const active = folded.and(page.locator('.ant-tree-treenode-active'));
        for (let i = 0; i < 20 && (await active.count()) === 0; i++) await list.press('ArrowDown');
        await list.press('ArrowRight');
        await folded.waitFor({ state: 'detached' });
        // While it unfolds, what is in it does not listen yet.
        await frame.locator('.ant-tree-treenode-motion').waitFor({ state: 'detached' });
      }
      const nodes = frame.locator('.ant-tree-treenode:not([aria-hidden="true"]) .ant-tree-title');
      const node = await withText(nodes, path.at(-1));
      if (!node) return `no node ${path}`;
      const row = node.locator('xpath=ancestor::*[contains(@class, "ant-tree-treenode ")][1]');
      if (await row.evaluate((one) => one.className.includes('disabled'))) return 'disabled';
      await press(node);
    },
    /** A day of the month that a calendar shows. */
    async day(page, { block, date }) {
      const cell = frameOf(page, block).locator(`.ant-picker-cell[title="${date}"]`);
      if ((await cell.count()) === 0) return `no day ${date}`;
      if (await cell.evaluate((one) => one.matches('.ant-picker-cell-disabled'))) return 'disabled';
      await press(cell);
    },
    /** A button of the card that a tour shows. */
    async card(page, { button }) {
      const card = page.locator('.ant-tour:visible');
      if ((await card.count()) === 0) return 'closed';
      const name = {
        finish: '.ant-tour-next-btn',
        next: '.ant-tour-next-btn',
        previous: '.ant-tour-prev-btn',
      };
      await press(card.locator(name[button] ?? '.ant-tour-close'));
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
