import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, type Locator, type Page } from '@playwright/test';
import { test as base, type Served } from '../served.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/flights', import.meta.url));

/** What a person does on the chat page. */
export interface ChatUser {
  page: Page;
  /** Open a new conversation, as `tandem open` and a click would. */
  open(): Promise<void>;
  say(text: string): Promise<void>;
  /** The newest call of a tool. */
  call(toolName: string): Locator;
  flight(airline: string): Locator;
  seat(name: string): Locator;
  messages: Locator;
  composer: Locator;
}

export const test = base.extend<{ chat: ChatUser }>({
  chat: async ({ served, page }, use) => {
    await use(createUser(served, page));
  },
});

export function createUser(served: Served, page: Page): ChatUser {
  const composer = page.getByRole('textbox', { name: 'Message' });
  return {
    page,
    composer,
    messages: page.getByRole('log'),
    async open() {
      await served.open(page);
      await page.goto(`http://localhost:${served.ui}/chat`);
      await expect(composer).toBeVisible();
    },
    async say(text) {
      await composer.fill(text);
      // The model may still be answering.
      await expect(page.getByRole('button', { name: 'Send', exact: true }).last()).toBeEnabled();
      await composer.press('Enter');
    },
    call: (toolName) => page.getByRole('region', { name: `Tool ${toolName}` }).last(),
    flight: (airline) => page.getByRole('button', { name: airline }),
    seat: (name) => page.getByRole('radio', { name, exact: true }),
  };
}

/** The flights example as it is, plugin and all. */
export function copyExample(dir: string): void {
  cpSync(EXAMPLE, dir, {
    recursive: true,
    filter: (path) => !/\.(?:tandem|data)(?:\/|$)/.test(path.slice(EXAMPLE.length)),
  });
}

/** Files of the served folder, by path. */
export function writeFiles(dir: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  }
}

/** A `model.ts` whose script is the body of a function of `{ text, tools, isToolResult }`. */
export function scripted(body: string): string {
  return `import { createScriptedModel } from 'tandem-mcp/ask';
export const model = createScriptedModel(({ text, isToolResult, turn }) => { ${body} });`;
}
