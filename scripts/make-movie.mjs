// node scripts/make-movie.mjs: docs/images/together.webp, an agent and a person in one session: a real run, frame by frame.
// Needs img2webp (Debian: apt-get install webp).
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findBrowser } from './find-browser.mjs';
import { copyInvoices, servePhotographed } from './photographed-server.mjs';
import { root } from './run.mjs';

const TARGET = join(root, 'docs/images/together.webp');
/** The client of the app is bundled when its first page opens. */
const PATIENCE_MS = 120_000;
const MOST_BYTES = 2_000_000;
const frames = [];
const folder = mkdtempSync(join(tmpdir(), 'movie-'));
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const server = await servePhotographed((dir) => {
  copyInvoices(dir);
  appendFileSync(join(dir, 'tandem.yaml'), '\nmcp:\n  confirm: writes\n');
});
try {
  await play();
} finally {
  await server.close();
  await browser.close();
}
const args = frames.flatMap(({ file, ms }) => ['-d', String(ms), file]);
execFileSync('img2webp', ['-loop', '0', '-lossy', '-q', '70', '-m', '4', ...args, '-o', TARGET], {
  stdio: 'inherit',
});
rmSync(folder, { recursive: true, force: true });
const { size } = statSync(TARGET);
console.log(`${TARGET}: ${frames.length} frames, ${Math.round(size / 1024)} KB`);
if (size > MOST_BYTES) throw new Error(`The movie must stay under ${MOST_BYTES} bytes.`);

/** Both do their part of one invoice. */
async function play() {
  const context = await browser.newContext({ viewport: { width: 820, height: 640 }, colorScheme: 'light' });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const film = await openFilm(page);
  const { content } = await server.call('session_create', {
    name: 'Invoice for Acme',
    pageId: 'create_invoice',
  });
  const [created] = content[0].text.split('\n');
  const { sessionId } = JSON.parse(created);
  const set = (blockId, value) => ({ type: 'setValue', blockId, value });
  const act = (...actions) => server.call('interact', { sessionId, actions });
  await page.goto(server.entry());
  await page.getByRole('link', { name: 'Invoice for Acme' }).click();
  const app = page.frameLocator('iframe');
  const box = (id) => app.locator(`[id="bl-${id}"]`);
  await box('customer_id').waitFor();
  await film.say('agent', 'session_create: “Invoice for Acme”, page create_invoice', 1800);

  await act(set('customer_id', 'Acme Tools'));
  await box('customer_id').getByText('Acme Tools').waitFor();
  await film.say('agent', 'interact: set Customer to “Acme Tools”', 1300);
  await act({ type: 'callMethod', blockId: 'line_items', method: 'pushItem' });
  await act(set('line_items.0.description', 'Consulting'), set('line_items.0.quantity', 3));
  await box('line_items.0.description').locator('input').and(app.locator('[value="Consulting"]')).waitFor();
  await film.say('agent', 'interact: add a line: “Consulting”, 3 hours', 1500);

  const price = box('line_items.0.unit_price').locator('input');
  await price.click();
  for (const key of '120') {
    await page.keyboard.press(key);
    await film.shoot(250);
  }
  await app.getByText('€360.00').first().waitFor();
  await film.say('person', 'types the price: 120', 1600);

  await act(set('notes', 'Payable within 30 days.'));
  await box('notes').locator('textarea').filter({ hasText: 'Payable' }).waitFor();
  await film.say('agent', 'reads: the person set Unit price to 120. interact: set Notes', 1700);
  const asked = await act({ type: 'triggerEvent', blockId: 'save_button', event: 'onClick' });
  const [askId] = /ask_[\w-]+/.exec(asked.content[0].text) ?? [];
  const approve = page.getByRole('button', { name: 'Approve', exact: true });
  await approve.waitFor();
  await film.say('agent', 'interact: click Save invoice. This needs approval', 2200);
  await approve.click();
  await server.call('ask_result', { askId, waitSeconds: 30 });
  await app.getByText('INV-0026').first().waitFor();
  await film.say('person', 'approves', 1200);
  await film.say('agent', 'reads: approved. Invoice INV-0026 saved as a draft', 3500);
}

/** What is filmed: what the agent and the person do, next to the person's page. */
async function openFilm(page) {
  const stage = await browser.newPage({ viewport: { width: 1160, height: 640 }, colorScheme: 'light' });
  const lines = [];
  const shoot = async (ms) => {
    const shot = (await page.screenshot()).toString('base64');
    const list = lines.map(
      ({ who, what }) => `<li class="${who}"><b>${who === 'agent' ? 'Agent' : 'Person'}</b> ${what}</li>`,
    );
    await stage.setContent(`<style>
      body { margin: 0; display: flex; height: 640px; font: 14px/1.45 system-ui, sans-serif; background: #12161d; color: #e6eaf0 }
      aside { width: 340px; box-sizing: border-box; padding: 18px; overflow: hidden }
      h1 { font-size: 15px; margin: 0 0 12px; color: #a7b1c2; font-weight: 500 }
      ol { list-style: none; margin: 0; padding: 0 }
      li { border-left: 3px solid; padding: 6px 10px; margin-bottom: 8px; background: #1a202a }
      li:last-child { background: #1d2b3d }
      b { display: block; font-size: 12px }
      .agent { border-color: #b9a3ff } .agent b { color: #b9a3ff }
      .person { border-color: #5eead4 } .person b { color: #5eead4 }
      img { width: 820px; height: 640px }
    </style><aside><h1>One session, two users</h1><ol>${list.join('')}</ol></aside><img src="data:image/png;base64,${shot}">`);
    await stage.locator('img').evaluate((image) => image.decode());
    const file = join(folder, `${String(frames.length).padStart(3, '0')}.png`);
    writeFileSync(file, await stage.screenshot());
    frames.push({ file, ms });
  };
  return {
    shoot,
    say(who, what, ms) {
      lines.push({ who, what });
      return shoot(ms);
    },
  };
}
