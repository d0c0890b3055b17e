const BUTTONS = { regenerate: 'reload', delete: 'delete', like: 'like', dislike: 'dislike' };

/** What people do in a chat with an agent of the app; `frameOf` finds a block on the screen. */
export function chatSteps(frameOf) {
  const words = (page, block, text) => frameOf(page, block).getByText(text, { exact: true }).last();
  return {
    async say(page, { block, text }) {
      const box = frameOf(page, block).locator('textarea').last();
      await box.fill(text);
      await box.press('Enter');
    },
    async halt(page, { block }) {
      await frameOf(page, block).locator('[class*="sender-actions-btn-loading"]').first().click();
    },
    propose: (page, { block, label }) => words(page, block, label).click(),
    deepen: (page, { block, label }) => words(page, block, label).click(),
    conversation: (page, { block, label }) => words(page, block, label).click(),
    async answer(page, { block, approve }) {
      const name = approve ? 'Approve' : 'Reject';
      await frameOf(page, block).getByRole('button', { name }).click();
    },
    async onMessage(page, { block, button, at }) {
      const all = frameOf(page, block).locator(`[aria-label="${BUTTONS[button]}"]`);
      await (at === undefined ? all.last() : all.nth(at)).click();
    },
  };
}
