import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible } from '../expect-accessible.ts';
import { copyExample, scripted, test, writeFiles } from './chat-test.ts';

const HEAD = `import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMcpTool } from 'tandem-mcp/ask';
import { z } from 'zod';
`;

const MARKDOWN = `## Your trip

1. Lisbon
2. Porto

\`\`\`js
<b>const</b> n = 1;
\`\`\`

| Day | City |
| --- | --- |
| 1 | Lisbon |
| 2 | Porto |

> Bring an umbrella.

See [the guide](https://example.com/guide).`;

test('a tool without a plugin asks with a form', async ({ served, chat, page, troubles }) => {
  copyExample(served.dir);
  await served.start();
  await chat.open();
  await chat.say('Please order a meal');
  const form = chat.call('order_meal');
  await expect(form.getByText('What would you like to eat')).toBeVisible();
  await expect(form.getByLabel('water')).toBeChecked();
  await expect(form.getByLabel('portions (optional)')).toHaveValue('1');
  await expect(form.getByText('What the kitchen should know')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('portions (optional)').fill('9');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.locator('.field', { hasText: 'meal' }).getByRole('alert')).toHaveText(
    'Please fill this in.',
  );
  await expect(form.locator('.field', { hasText: 'portions' }).getByRole('alert')).toHaveText(
    'Please enter 4 or less.',
  );
  await expect(form.getByLabel('meal', { exact: true })).toBeFocused();
  await form.getByLabel('meal', { exact: true }).selectOption('curry');
  await form.getByLabel('portions (optional)').fill('2');
  await form.getByLabel('coffee').check();
  await form.getByLabel('Gluten free (optional)').check();
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.getByText('done')).toBeVisible();
  for (const [name, value] of [
    ['meal', 'curry'],
    ['drinks', 'water, coffee'],
    ['portions', '2'],
    ['Gluten free', 'yes'],
  ] as const)
    await expect(form.locator('.td-given > div').filter({ hasText: name })).toContainText(value);
  await expectAccessible(page);
  expect(troubles.list).toEqual([]);
});

test("the server's validation errors are shown next to their fields", async ({ served, chat }) => {
  writeFiles(served.dir, {
    'tools/code.ts': `${HEAD}
      export const code = createMcpTool('code').description('d').parameters(z.object({}))
        .elicits({ q: z.object({ code: z.string().regex(/^x+$/, 'only x') }) })
        .execute(function* (_, ctx) { return yield* ctx.elicit('q', { message: 'The code?' }); });`,
    'model.ts': scripted(`return isToolResult ? 'Thanks.' : { tool: 'code', input: {} };`),
  });
  await served.start();
  await chat.open();
  await chat.say('go');
  const form = chat.call('code');
  await form.getByLabel('code', { exact: true }).fill('abc');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(form.getByRole('alert').filter({ hasText: 'only x' })).toBeVisible();
  await form.getByLabel('code', { exact: true }).fill('xx');
  await form.getByRole('button', { name: 'Send' }).click();
  await expect(chat.messages).toContainText('Thanks.');
});

test('two questions of one call are open at once, and answered in any order', async ({
  served,
  chat,
  page,
}) => {
  writeFiles(served.dir, {
    'tools/both.ts': `${HEAD}
      export const both = createMcpTool('both').description('d').parameters(z.object({}))
        .elicits({ q: z.object({ name: z.string() }) })
        .execute(function* (_, ctx) {
          const [a, b] = yield* ctx.all([
            ctx.elicit('q', { message: 'The first name?' }),
            ctx.elicit('q', { message: 'The second name?' }),
          ]);
          return a.content.name + ' and ' + b.content.name;
        });`,
    'model.ts': scripted(`return isToolResult ? 'So: ' + text : { tool: 'both', input: {} };`),
  });
  await served.start();
  await chat.open();
  await chat.say('go');
  const question = (name: string) => page.getByRole('region', { name });
  await expect(question('The first name?')).toBeVisible();
  await question('The second name?').getByLabel('name', { exact: true }).fill('Ben');
  // What is being typed into one survives the answer to the other.
  await question('The first name?').getByLabel('name', { exact: true }).fill('Ann');
  await question('The second name?').getByRole('button', { name: 'Send' }).click();
  await expect(question('The second name?').getByText('You answered this.')).toBeVisible();
  await expect(question('The first name?').getByLabel('name', { exact: true })).toHaveValue('Ann');
  await question('The first name?').getByRole('button', { name: 'Send' }).click();
  await expect(chat.messages).toContainText('Ann and Ben');
});

test('stopping ends the tool cleanly, and another turn can follow', async ({ served, chat, page }) => {
  const ended = join(served.dir, 'ended.txt');
  writeFiles(served.dir, {
    'tools/long.ts': `${HEAD}
      export const long = createMcpTool('long').description('d').parameters(z.object({}))
        .elicits({ q: z.object({ name: z.string() }) })
        .execute(function* (_, ctx) {
          try {
            yield* ctx.notify('Half way there', 0.5);
            yield* ctx.elicit('q', { message: 'Who?' });
          } finally {
            yield* ctx.step('clean up', () => writeFileSync(${JSON.stringify(ended)}, 'cleaned up'));
          }
        });`,
    'model.ts': scripted(
      `return isToolResult || text === 'again' ? 'All right.' : { tool: 'long', input: {} };`,
    ),
  });
  await served.start();
  await chat.open();
  await chat.say('go');
  await expect(page.getByText('Half way there')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Who?' })).toBeVisible();
  await expect(page.getByText('Answer the question above')).toBeVisible();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(chat.call('long').getByText('failed')).toBeVisible();
  await expect(page.getByText('This question was withdrawn.')).toBeVisible();
  await expect.poll(() => existsSync(ended) && readFileSync(ended, 'utf8')).toBe('cleaned up');
  await chat.say('again');
  await expect(page.getByRole('article', { name: 'Assistant' }).last()).toContainText('All right.');
});

test('a reply of the model streams, and can be stopped', async ({ served, chat, page }) => {
  writeFiles(served.dir, {
    'tools/none.ts': `${HEAD}
      export const none = createMcpTool('none').description('d').parameters(z.object({})).elicits({})
        .execute(function* () {});`,
    'model.ts': `
      const usage = { inputTokens: { total: 0 }, outputTokens: { total: 0 } };
      export const model = {
        specificationVersion: 'v3', provider: 'test', modelId: 'endless', supportedUrls: {},
        doGenerate: async () => { throw new Error('only streams'); },
        doStream: async ({ abortSignal }) => ({
          stream: new ReadableStream({
            start(controller) {
              controller.enqueue({ type: 'stream-start', warnings: [] });
              controller.enqueue({ type: 'text-start', id: '0' });
              controller.enqueue({ type: 'text-delta', id: '0', delta: 'One **two** ' });
              abortSignal?.addEventListener('abort', () => controller.error(abortSignal.reason));
            },
          }),
        }),
      };`,
  });
  await served.start();
  await chat.open();
  await chat.say('go');
  await expect(chat.messages.locator('strong')).toHaveText('two');
  await expect(chat.messages).toHaveAttribute('aria-busy', 'true');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(chat.messages).toHaveAttribute('aria-busy', 'false');
  await chat.composer.fill('more');
  await expect(page.getByRole('button', { name: 'Send' })).toBeEnabled();
});

test('an error of the provider is shown, and a retry continues', async ({ served, chat, page }) => {
  const tried = join(served.dir, 'tried');
  writeFiles(served.dir, {
    'tools/none.ts': `${HEAD}
      export const none = createMcpTool('none').description('d').parameters(z.object({})).elicits({})
        .execute(function* () {});`,
    'model.ts': `import { existsSync, writeFileSync } from 'node:fs';
      ${scripted(`
        if (existsSync(${JSON.stringify(tried)})) return 'Here I am.';
        writeFileSync(${JSON.stringify(tried)}, '');
        throw new Error('the provider is overloaded');`)}`,
  });
  await served.start();
  await chat.open();
  await chat.say('Are you there?');
  const failure = page.getByRole('alert').filter({ hasText: 'The model call failed' });
  await expect(failure).toBeVisible();
  await expectAccessible(page);
  await failure.getByRole('button', { name: 'Try again' }).click();
  await expect(chat.messages).toContainText('Here I am.');
  await expect(failure).toBeHidden();
  await expect(page.getByRole('article', { name: 'You' })).toHaveCount(1);
});

test('what a model writes is shown as markdown', async ({ served, chat, page, troubles }) => {
  writeFiles(served.dir, {
    'tools/none.ts': `${HEAD}
      export const none = createMcpTool('none').description('d').parameters(z.object({})).elicits({})
        .execute(function* () {});`,
    'model.ts': scripted(`return ${JSON.stringify(MARKDOWN)};`),
  });
  await served.start();
  await chat.open();
  await chat.say('go');
  await expect(chat.messages.getByRole('heading', { name: 'Your trip' })).toBeVisible();
  await expect(chat.messages.getByRole('listitem')).toHaveText(['Lisbon', 'Porto']);
  await expect(chat.messages.locator('pre')).toHaveText('<b>const</b> n = 1;');
  await expect(chat.messages.getByRole('columnheader')).toHaveText(['Day', 'City']);
  await expect(chat.messages.getByRole('cell', { name: 'Porto' })).toBeVisible();
  await expect(chat.messages.locator('blockquote')).toHaveText('Bring an umbrella.');
  await expect(chat.messages.getByRole('link', { name: 'the guide' })).toHaveAttribute(
    'href',
    'https://example.com/guide',
  );
  await expectAccessible(page);
  expect(troubles.list).toEqual([]);
});

test("a tool's progress is shown while it works, and it can be stopped alone", async ({
  served,
  chat,
  page,
}) => {
  writeFiles(served.dir, {
    'tools/slow.ts': `${HEAD}
      export const slow = createMcpTool('slow').description('d').parameters(z.object({})).elicits({})
        .execute(function* (_, ctx) {
          yield* ctx.notify('A quarter is done', 0.25);
          yield* ctx.step('work', ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve)));
        });`,
    'model.ts': scripted(`return isToolResult ? 'Then not.' : { tool: 'slow', input: {} };`),
  });
  await served.start();
  await chat.open();
  await chat.say('go');
  const bar = chat.call('slow').getByRole('progressbar', { name: 'A quarter is done' });
  await expect(bar).toHaveJSProperty('value', 0.25);
  await expectAccessible(page);
  // If it cannot be stopped now, a message says so, and the person can try again.
  const stop = chat.call('slow').getByRole('button', { name: 'Stop slow' });
  await page.route('**/abort', (route) => route.fulfill({ status: 409, json: { error: 'It is busy.' } }), {
    times: 1,
  });
  await stop.click();
  await expect(chat.call('slow').getByRole('alert')).toHaveText('It is busy.');
  await stop.click();
  await expect(chat.call('slow').getByText('failed')).toBeVisible();
  await expect(bar).toHaveCount(0);
  // The model is told, and continues.
  await expect(chat.messages).toContainText('Then not.');
});

test('what a model writes cannot become markup', async ({ served, chat, troubles }) => {
  writeFiles(served.dir, {
    'tools/none.ts': `${HEAD}
      export const none = createMcpTool('none').description('d').parameters(z.object({})).elicits({})
        .execute(function* () {});`,
    'model.ts': scripted(`return '<img src=x onerror=alert(1)> [x](javascript:alert(1)) **fine**';`),
  });
  await served.start();
  await chat.open();
  await chat.say('go');
  await expect(chat.messages.locator('strong')).toHaveText('fine');
  await expect(chat.messages.locator('img, a')).toHaveCount(0);
  expect(troubles.list).toEqual([]);
});
