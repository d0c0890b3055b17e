import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test as base, expect, type Page } from '@playwright/test';
import { type LiveServer, startLiveServer } from './live-server.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** A live session, and a page on it. */
export interface Live {
  readonly server: LiveServer;
  start(files?: Record<string, string>): Promise<LiveServer>;
  /** Start with one object of type App whose view and Lua are given, and open it. */
  app(view: string, lua: string, more?: Record<string, string>): Promise<LiveServer>;
  open(page: Page, path?: string): Promise<void>;
  /** Errors of the page and violations of its policy. */
  troubles: string[];
}

export const test = base.extend<{ live: Live }>({
  live: async ({ page }, use) => {
    ensureBuilt();
    const troubles: string[] = [];
    page.on('pageerror', (error) => troubles.push(error.message));
    page.on('console', (message) => {
      if (/content security policy/i.test(message.text())) troubles.push(message.text());
    });
    let server: LiveServer | undefined;
    const running = () => {
      if (!server) throw new Error('Call start() first.');
      return server;
    };
    const live: Live = {
      get server() {
        return running();
      },
      troubles,
      async start(files) {
        server = await startLiveServer(files);
        return server;
      },
      async app(view, lua, more = {}) {
        const made = await live.start({
          'viewdefs/App.DEFAULT.html': `<template>${view}</template>`,
          'main.lua': '',
          ...more,
        });
        await made.run(`App = session:prototype("App", {})\n${lua}\napp = app or App:new()\nmcp.value = app`);
        await live.open(page);
        // Keys pressed before it is visible would be lost.
        await expect(page.locator('[ui-viewdef="App.DEFAULT"]')).toBeAttached();
        await expect(page.locator('.ui-new-view')).toHaveCount(0);
        return made;
      },
      async open(on, path = '/1') {
        await on.goto(running().url + path);
      },
    };
    await use(live);
    await server?.close();
  },
});

export { expect };

/** Specs run what is built; rebuilt if the sources are newer. */
function ensureBuilt(): void {
  const built = join(ROOT, 'dist/web/live/live.js');
  const folder = join(ROOT, 'src/web/live');
  const newest = Math.max(
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (name) => statSync(join(folder, name)).mtimeMs,
    ),
  );
  if (existsSync(built) && statSync(built).mtimeMs > newest) return;
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const args = ['build', '-c', 'vite.live.config.ts', '--logLevel', 'warn'];
  const { status, stderr } = spawnSync(process.execPath, [vite, ...args], { cwd: ROOT });
  if (status !== 0) throw new Error(String(stderr));
}

/** The files of the app that a document for agents shows. */
export function filesOfDocument(name: string): Record<string, string> {
  const text = readFileSync(join(ROOT, 'src/live/install/bundle/resources', name), 'utf8');
  const files = text.matchAll(/\*\*(apps\/[^*]+)\*\*\s+```\w+\n([\s\S]*?)```/g);
  return Object.fromEntries([...files].map(([, path = '', content = '']) => [path, content]));
}
