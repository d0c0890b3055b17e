import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { expect, type Page } from '@playwright/test';
import { test as base, type Served } from '../served.ts';

const EXAMPLE = join(import.meta.dirname, '../../../examples/contacts/apps/contacts');

/** A served folder, an agent that builds in it, and the person's way to the page. */
export interface Build {
  served: Served;
  agent: Client;
  /** Calls a tool that must succeed; returns its first text. */
  call(name: string, args?: Record<string, unknown>): Promise<string>;
  run(code: string): Promise<unknown>;
  /** Open session "1" as a person does: from their own page. */
  open(page: Page, path?: string): Promise<void>;
  /** A request to an endpoint for scripts. */
  script(path: string, init?: RequestInit): Promise<Response>;
  /** Write a file of the base folder. */
  write(path: string, text: string): void;
}

export const test = base.extend<{ build: Build }>({
  build: async ({ served }, use) => {
    await served.start('areas: [live]\n');
    const agent = await served.agent();
    const base = join(served.dir, '.ui');
    const call: Build['call'] = async (name, args = {}) => {
      const result = await agent.callTool({ name, arguments: args });
      const [first] = result.content as { text: string }[];
      expect(result.isError, first?.text).toBeFalsy();
      return first?.text ?? '';
    };
    await use({
      served,
      agent,
      call,
      run: async (code) => JSON.parse(await call('ui_run', { code })) as unknown,
      async open(page, path = '/live/1/') {
        await served.open(page);
        await page.goto(`http://localhost:${served.ui}${path}`);
      },
      script: (path, init) =>
        fetch(`http://127.0.0.1:${served.mcp}${path}`, {
          ...init,
          headers: {
            ...init?.headers,
            Authorization: `Bearer ${readFileSync(join(base, 'ui-token'), 'utf8').trim()}`,
          },
        }),
      write(path, text) {
        mkdirSync(dirname(join(base, path)), { recursive: true });
        writeFileSync(join(base, path), text);
      },
    });
  },
});

/** The example's files, by their paths in a base folder. */
export function exampleFiles(): Record<string, string> {
  const names = readdirSync(EXAMPLE, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+$/.test(name),
  );
  return Object.fromEntries(
    names.map((name) => [`apps/contacts/${name}`, readFileSync(join(EXAMPLE, name), 'utf8')]),
  );
}
