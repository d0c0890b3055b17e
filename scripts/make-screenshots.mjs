// node scripts/make-screenshots.mjs: docs/images/*.png, taken of the examples on real servers in Chromium.
import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from './find-browser.mjs';
import { copyInvoices, servePhotographed } from './photographed-server.mjs';
import { root } from './run.mjs';

const images = join(root, 'docs/images');
mkdirSync(images, { recursive: true });
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  await photograph(
    (dir) => {
      cpSync(join(root, 'examples/contacts/apps'), join(dir, 'apps'), { recursive: true });
      for (const name of ['tools', 'model.ts'])
        cpSync(join(root, 'examples/flights', name), join(dir, name), { recursive: true });
    },
    async (context, server, colorScheme) => {
      await photographContacts(context, server, colorScheme);
      await photographChat(context, server, colorScheme);
      await photographQuestion(context, server, colorScheme);
    },
  );
  await photograph(copyInvoices, photographSession);
} finally {
  await browser.close();
}

/** Serve a folder that `prepare` has filled, and let `shoot` take its pictures in light and in dark. */
async function photograph(prepare, shoot) {
  const server = await servePhotographed(prepare);
  try {
    for (const colorScheme of ['light', 'dark']) {
      const context = await browser.newContext({ viewport: { width: 1000, height: 640 }, colorScheme });
      await shoot(context, server, colorScheme);
      await context.close();
    }
  } finally {
    await server.close();
  }
}

/** The app, a line of it being edited, its variables, and how it looks on a phone. */
async function photographContacts(context, { call, entry }, colorScheme) {
  await call('ui_display', { name: 'contacts' });
  const page = await context.newPage();
  await page.goto(entry());
  await page.goto(new URL('/live/1/', page.url()).href);
  await page.getByText('Ada Lovelace').waitFor();
  await page.locator('.entry', { hasText: 'Charles' }).getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('E-mail').waitFor();
  await page.screenshot({ path: join(images, `contacts-${colorScheme}.png`) });
  await page.getByRole('button', { name: 'Cancel' }).click();
  const variables = await context.newPage();
  await variables.goto(new URL('/1/variables', page.url()).href);
  await variables.getByText('found()').first().waitFor();
  await variables.screenshot({ path: join(images, `variables-${colorScheme}.png`) });
  await page.setViewportSize({ width: 390, height: 700 });
  await page.screenshot({ path: join(images, `contacts-narrow-${colorScheme}.png`) });
  await page.close();
}

/** A booking, from the flights to the ticket. */
async function photographChat(context, { entry }, colorScheme) {
  const page = await context.newPage();
  await page.goto(entry());
  await page.goto(new URL('/chat', page.url()).href);
  await page.setViewportSize({ width: 1000, height: 760 });
  const shoot = (name) => page.screenshot({ path: join(images, `chat-${name}-${colorScheme}.png`) });
  await page.getByRole('textbox', { name: 'Message' }).fill('Please book a flight from New York to Lisbon');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'CloudAir' }).waitFor();
  await shoot('flights');
  await page.getByRole('button', { name: 'CloudAir' }).click();
  await page.getByRole('radio', { name: '12A', exact: true }).click();
  await page.getByRole('button', { name: 'Confirm seat 12A' }).scrollIntoViewIfNeeded();
  await shoot('seat');
  await page.getByRole('button', { name: 'Confirm seat 12A' }).click();
  await page.getByText('Your flight is booked').waitFor();
  await shoot('ticket');
  await page.close();
}

/** A question that waits for the person, and the page that says so. */
async function photographQuestion(context, { call, entry }, colorScheme) {
  await call('book_flight', { from: 'New York', destination: 'Lisbon', again: true });
  const page = await context.newPage();
  await page.goto(entry());
  await page.getByText('Waiting for you').first().waitFor();
  await page.goto(new URL('/asks', page.url()).href);
  await page.getByText('Select a flight').first().waitFor();
  await page.screenshot({ path: join(images, `questions-${colorScheme}.png`) });
  await page.locator('.row').first().getByRole('link').click();
  await page.getByRole('button', { name: 'CloudAir' }).waitFor();
  await page.screenshot({ path: join(images, `question-${colorScheme}.png`) });
  await page.close();
}

/** An invoice that an agent began and a person goes on with. */
async function photographSession(context, { call, entry }, colorScheme) {
  const name = `Invoice for Acme, ${colorScheme}`;
  const { content } = await call('session_create', { name });
  const { sessionId } = JSON.parse(content[0].text);
  await call('navigate', { sessionId, pageId: 'create_invoice' });
  const set = (blockId, value) => ({ type: 'setValue', blockId, value });
  await call('interact', {
    sessionId,
    actions: [
      set('customer_id', 'Acme Tools'),
      { type: 'callMethod', blockId: 'line_items', method: 'pushItem' },
      set('line_items.0.description', 'Consulting'),
      set('line_items.0.quantity', 3),
    ],
  });
  await call('session_create', { name: `Overdue invoices, ${colorScheme}`, pageId: 'invoices' });
  const page = await context.newPage();
  await page.goto(entry());
  await page.getByRole('link', { name }).waitFor();
  await page.getByText('Connect an agent').click();
  await page.screenshot({ path: join(images, `home-${colorScheme}.png`) });
  await page.getByRole('link', { name }).click();
  await page.setViewportSize({ width: 1100, height: 900 });
  const app = page.frameLocator('iframe');
  await app.locator('[id="bl-line_items.0.unit_price"] input').fill('120');
  await app.getByText('€360.00').first().waitFor();
  await page.getByRole('button', { name: 'History' }).click();
  await call('interact', { sessionId, actions: [set('notes', 'Payable within 30 days.')] });
  await page.getByRole('listitem').filter({ hasText: 'Notes' }).waitFor();
  await app.locator('#bl-notes textarea').filter({ hasText: 'Payable' }).waitFor();
  await page.screenshot({ path: join(images, `session-${colorScheme}.png`) });
  await page.getByLabel('Ask me before each change').check();
  await page.getByRole('button', { name: 'History' }).click();
  await call('interact', {
    sessionId,
    actions: [set('notes', 'Payable within 14 days.')],
    reason: 'The customer pays early.',
  });
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await page.screenshot({ path: join(images, `approval-${colorScheme}.png`) });
  await page.setViewportSize({ width: 1000, height: 640 });
  const at = (path) => page.goto(new URL(path, page.url()).href);
  await at('/activity');
  await page.getByRole('listitem').filter({ hasText: 'Notes' }).first().waitFor();
  await page.screenshot({ path: join(images, `activity-${colorScheme}.png`) });
  await at(`/history/${sessionId}`);
  await page.getByRole('listitem').filter({ hasText: 'Notes' }).first().waitFor();
  await page.screenshot({ path: join(images, `history-${colorScheme}.png`) });
  await at(`/share/${sessionId}`);
  await page.getByRole('heading').first().waitFor();
  await page.screenshot({ path: join(images, `share-${colorScheme}.png`) });
  await page.close();
}
