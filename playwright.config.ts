import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/find-browser.mjs';

const executablePath = await findBrowser();
// Chromium has no sandbox for root, as in most containers.
const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];

export default defineConfig({
  globalSetup: ['./test/temp-folder.ts', './test/e2e/bundle-client.ts'],
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'node_modules/.cache/playwright',
  // A test waits for pages and servers for about half of its time. Each worker has a browser.
  workers: Math.min(2 * availableParallelism(), 8),
  retries: 0,
  reporter: 'list',
  // Only what hangs is stopped: a busy machine is no fault of a test.
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    browserName: 'chromium',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        ...asRoot,
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
