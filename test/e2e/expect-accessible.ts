import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** The app in a session is drawn by Lowdefy's own components. */
const APP = 'iframe[title$="the app"]';

/** Nothing that prevents anybody from using the page; `strictly`: nor what only makes it harder. */
export async function expectAccessible(page: Page, { strictly = false } = {}): Promise<void> {
  await page.evaluate(transitionsEnd);
  const { violations } = await new AxeBuilder({ page }).exclude(APP).analyze();
  const grave = violations.filter(({ impact }) => strictly || impact === 'serious' || impact === 'critical');
  expect(
    grave.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`).join(', ')}`,
    ),
  ).toEqual([]);
}

/** Colours in the middle of a transition are not what people read; components have theirs in shadow trees. */
async function transitionsEnd(): Promise<void> {
  const inTree = (tree: Document | ShadowRoot): Animation[] => [
    ...tree.getAnimations().filter((animation) => animation instanceof CSSTransition),
    ...[...tree.querySelectorAll('*')].flatMap(({ shadowRoot }) => (shadowRoot ? inTree(shadowRoot) : [])),
  ];
  await Promise.allSettled(inTree(document).map(({ finished }) => finished));
}
