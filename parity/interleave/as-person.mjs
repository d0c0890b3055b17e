import { setTimeout as sleep } from 'node:timers/promises';

const WAIT_MS = 30_000;

/** What the person of a plan does on the session's page, with mouse and keys. `held` says while the agent is paused. */
export async function actAsPerson({ steps, side: { page, frame }, held }) {
  const done = [];
  for (const { after, ...step } of steps) {
    await sleep(after);
    await DO[step.do]({ page, frame, held }, step);
    done.push(step);
  }
  return done;
}

const DO = {
  async type({ page, frame }, { block, text, keyMs }) {
    await frame
      .locator(`[id="bl-${block}"]`)
      .locator('input, textarea')
      .first()
      .evaluate((field) => {
        field.focus();
        field.select();
      });
    await page.keyboard.type(text, { delay: keyMs });
  },
  async number(on, step) {
    await DO.type(on, { ...step, keyMs: 0 });
    await on.page.keyboard.press('Tab');
  },
  /** In a line of their own: only a person leaves lines empty here. */
  async typeLine({ page, frame }, { text, keyMs }) {
    if (!(await frame.evaluate(focusEmptyLine))) {
      await frame.locator('[id="lines_add_button"]').click({ timeout: WAIT_MS });
      await frame.waitForFunction(hasEmptyLine, null, { timeout: WAIT_MS });
      await frame.evaluate(focusEmptyLine);
    }
    await page.keyboard.type(text, { delay: keyMs });
  },
  async click({ frame }, { block }) {
    await frame.locator(`[id="bl-${block}"] button`).click({ timeout: WAIT_MS });
  },
  async choose({ frame, page }, { block, option }) {
    const input = frame.locator(`[id="bl-${block}"] input`).first();
    await input.focus();
    await page.keyboard.press('Enter');
    const list = await input.getAttribute('aria-controls');
    const options = frame.locator(`.ant-select-dropdown:has([id="${list}"]) .ant-select-item-option`);
    await options.filter({ hasText: option }).click({ timeout: WAIT_MS });
    await input.blur();
  },
  /** For as long as `held` has a number, nothing that the agent begins may land. */
  async pause({ page, held }, { ms }) {
    await page.getByRole('button', { name: 'Pause' }).click({ timeout: WAIT_MS });
    const resume = page.getByRole('button', { name: 'Resume' });
    await resume.waitFor({ timeout: WAIT_MS });
    held.now = ++held.count;
    await sleep(ms);
    held.now = undefined;
    await resume.click({ timeout: WAIT_MS });
    await page.getByRole('button', { name: 'Pause' }).waitFor({ timeout: WAIT_MS });
  },
};

function hasEmptyLine() {
  return [...document.querySelectorAll('[id="bl-lines"] input')].some((field) => field.value === '');
}

function focusEmptyLine() {
  const fields = [...document.querySelectorAll('[id="bl-lines"] input')];
  const empty = fields.find((field) => field.value === '');
  empty?.focus();
  return empty !== undefined;
}
