// node scripts/make-screenshots.mjs: docs/images/*.png, taken of the contacts and flights examples on a real server in
// Chromium.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { chromium } from '@playwright/test';
import { findBrowser } from './find-browser.mjs';
import { root } from './run.mjs';

const images = join(root, 'docs/images');
mkdirSync(images, { recursive: true });
const dir = mkdtempSync(join(tmpdir(), 'screenshots-'));
cpSync(join(root, 'examples/contacts/apps'), join(dir, 'apps'), { recursive: true });
for (const name of ['tools', 'model.ts'])
  cpSync(join(root, 'examples/flights', name), join(dir, name), { recursive: true });
const server = spawn(
  process.execPath,
  [join(root, 'dist/cli/main.js'), 'serve', '--dir', dir, '--port', '0', '--mcp-port', '0'],
  { stdio: ['ignore', 'pipe', 'inherit'] },
);
const printed = await new Promise((resolve) => {
  let text = '';
  server.stdout.on('data', (chunk) => {
    text += chunk;
    if (text.includes('mcpServers')) resolve(text);
  });
});
const [, pageUrl] = /Page: (\S+)/.exec(printed);
const [, mcpUrl] = /MCP: +(\S+)/.exec(printed);
const key = readFileSync(join(dir, '.tandem/mcp-key'), 'utf8').trim();
const agent = new Client({ name: 'photographer', version: '1.0.0' });
await agent.connect(
  new StreamableHTTPClientTransport(new URL(mcpUrl), {
    requestInit: { headers: { Authorization: `Bearer ${key}` } },
  }),
);
const call = (name, args) => agent.callTool({ name, arguments: args });
const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  await call('ui_display', { name: 'contacts' });
  for (const colorScheme of ['light', 'dark']) {
    const context = await browser.newContext({ viewport: { width: 1000, height: 640 }, colorScheme });
    const page = await context.newPage();
    await page.goto(colorScheme === 'light' ? pageUrl : entry());
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
    await photographChat(context, page.url(), colorScheme);
    await context.close();
  }
} finally {
  await browser.close();
  await agent.close();
  server.kill();
  await once(server, 'exit');
  rmSync(dir, { recursive: true, force: true });
}

/** A booking, from the flights to the ticket. */
async function photographChat(context, liveUrl, colorScheme) {
  const page = await context.newPage();
  await page.goto(new URL('/chat', liveUrl.replace('127.0.0.1', 'localhost')).href);
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

/** Another browser needs a code of its own. */
function entry() {
  return execFileSync(process.execPath, [join(root, 'dist/cli/main.js'), 'open', '--print', '--dir', dir], {
    encoding: 'utf8',
  }).trim();
}
