import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { type Build, test as base } from './served-live-test.ts';

export { expect };

const IDIOMS = join(import.meta.dirname, '../../live/idioms');

/** A folder that uses one construct of existing apps, served as it is. */
export interface Idiom {
  /** Copy the folder of this name in test/live/idioms into the base folder. */
  copy(name: string): void;
  /** Copy it, show its app, which has the same name, and open the page. */
  open(name: string, page: Page): Promise<void>;
}

export const test = base.extend<{ idiom: Idiom }>({
  idiom: async ({ build }, use) => {
    const copy = (name: string) => cpSync(join(IDIOMS, name), baseOf(build), { recursive: true });
    await use({
      copy,
      async open(name, page) {
        copy(name);
        await build.call('ui_display', { name });
        await build.open(page);
        // What is clicked before its component is loaded is lost.
        await expect(page.locator('[ui-viewdef]').first()).toBeAttached();
        await expect(page.locator('.ui-new-view')).toHaveCount(0);
        await expect(page.locator(':not(:defined)')).toHaveCount(0);
      },
    });
  },
});

export function baseOf({ served }: Build): string {
  return join(served.dir, '.ui');
}
