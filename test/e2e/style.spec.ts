import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { build } from 'vite';
import { expectAccessible } from './expect-accessible.ts';

/* The style sheet of tandem-mcp/react, as a stock build of Vite makes it, in pages of others. */

const SHEET = fileURLToPath(new URL('../../dist/react/style.css', import.meta.url));

/** Ways in which pages choose a theme; whether the page is then dark is up to the system where they do not say. */
const HOSTS = {
  'says nothing': { css: '', dark: () => false },
  'is light': { css: ':root { color-scheme: light }', dark: () => false },
  'is dark': { css: ':root { color-scheme: dark }', dark: () => true },
  'follows the system': {
    css: ':root { color-scheme: light dark }',
    dark: (system: string) => system === 'dark',
  },
  'is dark without a color-scheme': { css: 'body { background: #12161d; color: #e6eaf0 }', dark: () => true },
};

/** The browser's own, spelled out: the check of contrasts does not know it otherwise. */
const BACKGROUND = 'body { background: Canvas }';

const CARD = `<main><section class="td-ask" data-status="expired" aria-label="Question"><p class="td-question">Which seat?</p>
  <div class="td-field"><label for="seat">Seat</label><input id="seat"><small class="td-hint">A letter</small>
    <p class="td-fault">Seat must not be empty</p></div>
  <div class="td-field"><label for="meal">Meal</label><select id="meal"><option>None</option></select></div>
  <dl class="td-given"><div><dt>row</dt><dd>12</dd></div></dl>
  <div class="td-buttons"><button class="td-primary">Send</button><button>Decline</button></div>
  <p class="td-state">This question has expired.</p></section></main>`;

let sheet = '';
test.beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'tandem-style-'));
  const built = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, rollupOptions: { input: SHEET } },
  });
  rmSync(root, { recursive: true, force: true });
  const { output } = built as { output: { fileName: string; source?: string | Uint8Array }[] };
  sheet = String(output.find(({ fileName }) => fileName.endsWith('.css'))?.source);
});

for (const system of ['light', 'dark'] as const)
  for (const [name, { css, dark }] of Object.entries(HOSTS))
    test(`a question in a page that ${name}, on a ${system} system, has borders and readable text`, async ({
      page,
    }) => {
      await page.emulateMedia({ colorScheme: system });
      await page.setContent(
        `<!doctype html><html lang="en"><title>Host</title><style>${BACKGROUND}${css}</style><style>${sheet}</style>${CARD}`,
      );
      await expectAccessible(page);
      const look = (selector: string) =>
        page.locator(selector).evaluate((element) => {
          const { borderTopColor, borderTopWidth, color } = getComputedStyle(element);
          return { borderTopColor, borderTopWidth, color };
        });
      for (const selector of ['.td-ask', '#seat', '#meal', '.td-buttons button:last-of-type']) {
        const { borderTopColor, borderTopWidth } = await look(selector);
        expect(borderTopWidth, selector).toBe('1px');
        expect(borderTopColor, selector).toMatch(/^rgba?\(1[23]\d, 1[34]\d, 15\d/);
      }
      // Light text in dark pages, dark text in light ones: in the fields, too.
      for (const selector of ['.td-question', '#seat'])
        expect(brightness((await look(selector)).color) > 128, selector).toBe(dark(system));
    });

function brightness(color: string): number {
  const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number);
  return (red + green + blue) / 3;
}
