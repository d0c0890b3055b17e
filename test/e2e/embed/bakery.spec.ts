import { expect, type Page } from '@playwright/test';
import { test } from './other-team.ts';

/** Our files that belong in a page: what it shows, the protocol, and the browser side of plugins. */
const OURS = /^node_modules\/tandem-mcp\/dist\/(?:react|protocol|ask\/plugin|lib|errors\.js)/;
const THEIRS = /^(?:page\/|node_modules\/(?:react|react-dom|scheduler|fastest-levenshtein)\/)/;

for (const react of [18, 19])
  test.describe(`in somebody else’s app with React ${react}`, () => {
    test.describe.configure({ timeout: 120_000 });
    let files: string[];

    test.beforeAll(async ({ team }) => {
      test.setTimeout(300_000);
      await team.install(react);
      files = await team.build();
    });

    test('our types fit theirs', async ({ team }) => {
      expect(await team.typeErrors()).toEqual([]);
    });

    test('their page contains what it shows, and no server code', () => {
      expect(files.filter((path) => !OURS.test(path) && !THEIRS.test(path))).toEqual([]);
      expect(files).toEqual(
        expect.arrayContaining([
          'page/order-cake-plugin.ts',
          'node_modules/tandem-mcp/dist/react/chat/use-chat.js',
        ]),
      );
    });

    test('a tool asks in their page, across a reload, with their component and with a form', async ({
      shop,
      page,
    }) => {
      const troubles = watch(page);
      await page.addInitScript(tellReact);
      await page.goto(shop.url);
      await page.getByRole('textbox', { name: 'Your name' }).fill('Ann');
      await page.getByRole('button', { name: 'Sign in' }).click();
      const chat = page.getByRole('region', { name: 'Chat' });

      await say(page, 'Order a cake');
      const question = chat.getByRole('region', { name: 'Which cake would you like?' });
      await expect(question.getByRole('button')).toHaveText([
        'Carrot cake €28',
        'Opera €36',
        'Linzer torte €24',
        'Not now',
      ]);
      await expect(chat.getByText('No model is configured: a script answers.')).toBeVisible();

      await page.reload();
      await expect(page.getByRole('button', { name: 'Say' })).toBeDisabled();
      await question.getByRole('button', { name: 'Opera' }).click();
      await expect(chat.getByText('The tool returned: {"ordered":true,"cake":"opera"}')).toBeVisible();
      const chosen = chat.getByRole('button', { name: 'Opera', pressed: true });
      await expect(chosen).toBeDisabled();
      const orders = await page.request.get(`${shop.url}/api/orders`);
      expect(await orders.json()).toMatchObject([{ user: 'Ann', cake: 'opera' }]);

      await say(page, 'Plan a delivery');
      await chat.getByRole('combobox', { name: 'Day' }).selectOption('Saturday');
      const address = chat.getByRole('textbox', { name: 'Address' });
      await address.fill('here');
      await chat.getByRole('button', { name: 'Send' }).click();
      await expect(address).toHaveAttribute('aria-invalid', 'true');
      await address.fill('Mill Lane 3');
      await chat.getByRole('button', { name: 'Send' }).click();
      const told = 'The tool returned: {"planned":true,"day":"Saturday","address":"Mill Lane 3"}';
      await expect(chat.getByText(told)).toBeVisible();

      expect(await page.evaluate(() => (window as { reactVersion?: string }).reactVersion)).toMatch(
        new RegExp(`^${react}\\.`),
      );
      expect([...troubles, shop.stderr()]).toEqual(['']);
    });

    test('a conversation belongs to the user of their own sign-in', async ({ shop, playwright }) => {
      const visit = async (name?: string) => {
        const visitor = await playwright.request.newContext({ baseURL: shop.url });
        if (name) await visitor.post('/api/session', { data: { name } });
        return visitor;
      };
      const [ann, bob, stranger] = await Promise.all([visit('Ann'), visit('Bob'), visit()]);
      const messages = [{ role: 'user', content: 'Order a cake' }];
      const response = await ann.post('/api/chat', { data: { messages } });
      const path = `/api/chat/${response.headers()['x-conversation-id']}`;
      const statuses = [ann, bob, stranger].map(async (visitor) => (await visitor.get(path)).status());
      expect(await Promise.all(statuses)).toEqual([200, 404, 401]);
    });
  });

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Say' }).click();
}

/** Everything the page reports as an error. */
function watch(page: Page): string[] {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') troubles.push(message.text());
  });
  return troubles;
}

/** React reports its version to the developer tools, which are these here. */
function tellReact(): void {
  const tools = {
    supportsFiber: true,
    checkDCE() {},
    onCommitFiberRoot() {},
    inject: ({ version }: { version: string }) => Object.assign(window, { reactVersion: version }),
  };
  Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: tools });
}
