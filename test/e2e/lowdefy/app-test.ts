import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Client } from '@modelcontextprotocol/client';
import { expect, type FrameLocator, type Page } from '@playwright/test';
import Database from 'libsql';
import { runCli, tempFolder } from '../../integration/cli/run-cli.ts';
import { linkLowdefy } from '../../integration/lowdefy/test-lowdefy.ts';
import { test as base, createSession, openPlain, type Served } from '../served.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/invoices', import.meta.url));
const VOID_BY_PEOPLE = 'mcp: { pages: { invoice: { blocks: { void_modal: { confirm: true } } } } }\n';

interface Shared {
  agent: Client;
  sessionId: string;
  /** What the agent receives: the page, and the log. */
  call(
    name: string,
    args?: Record<string, unknown>,
  ): Promise<{ text: string; log: Record<string, unknown>[] }>;
  /** Opens the plain view of the session. */
  open(page: Page): Promise<void>;
  /** Opens the session as a person does, from the list. Returns the frame with the app's own client. */
  openApp(page: Page): Promise<FrameLocator>;
  statusOf(invoice: number): unknown;
}

/** The invoices example, an agent with a session in it, and the person's way there. */
export const test = base.extend<{ shared: Shared }, { prepared: string }>({
  // Built once: the build is the same for each copy.
  prepared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern.
    async ({}, use) => {
      const folder = tempFolder();
      cpSync(EXAMPLE, folder.path, {
        recursive: true,
        filter: (path) => !/\/(?:data|\.lowdefy|\.tandem)(?:\/|$)/.test(path.slice(EXAMPLE.length)),
      });
      const file = join(folder.path, 'data/invoices.db');
      execFileSync(process.execPath, [join(EXAMPLE, 'seed.mjs'), '--file', file], { stdio: 'ignore' });
      linkLowdefy(folder.path);
      await runCli(['build', '--dir', folder.path]);
      await use(folder.path);
      folder[Symbol.dispose]();
    },
    { scope: 'worker' },
  ],
  shared: async ({ served, prepared }, use) => {
    cpSync(prepared, served.dir, { recursive: true });
    await served.start(VOID_BY_PEOPLE);
    await use(await share(served, await served.agent(), join(served.dir, 'data/invoices.db')));
  },
});

async function share(served: Served, agent: Client, file: string): Promise<Shared> {
  const sessionId = await createSession(agent, 'Monthly invoices', 'Of November');
  return {
    agent,
    sessionId,
    async call(name, args = {}) {
      const result = await agent.callTool({
        name,
        arguments: { sessionId, ...(name === 'interact' && { log: 'full' }), ...args },
      });
      const texts = (result.content as { text: string }[]).map(({ text }) => text);
      expect(result.isError, texts[0]).toBeFalsy();
      return { text: texts[0] ?? '', log: JSON.parse(texts.at(-1) ?? '[]') as Record<string, unknown>[] };
    },
    async open(page) {
      await served.open(page);
      await openPlain(page, 'Monthly invoices');
      await expect(page.getByRole('heading', { name: 'Monthly invoices' })).toBeVisible();
    },
    async openApp(page) {
      await served.open(page);
      await page.getByRole('link', { name: 'Monthly invoices' }).click();
      await expect(page.getByRole('heading', { name: 'Monthly invoices' })).toBeVisible();
      return page.frameLocator('iframe');
    },
    statusOf(invoice) {
      const db = new Database(file);
      const row = db.prepare('select status from invoices where id = ?').get(invoice) as { status: string };
      db.close();
      return row.status;
    },
  };
}

/** What was done, the newest first. */
export const done = (page: Page) => page.getByRole('list', { name: 'What happened' }).getByRole('listitem');
