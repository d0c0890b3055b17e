import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { expect } from '@playwright/test';
import { createCleanup } from '../integration/harness.ts';
import { call } from '../integration/mount/mounted-server.ts';
import { withoutNginx } from '../integration/proxy/nginx.ts';
import { ANN_KEY, startTeamServer } from '../integration/proxy/team-server.ts';
import { test } from './served.ts';

const cleanup = createCleanup();
test.afterEach(cleanup.run);

// The proxy's certificate is its own, and its names are not in any DNS.
test.use({
  ignoreHTTPSErrors: true,
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [...(launchOptions.args ?? []), '--host-resolver-rules=MAP *.tandem.test 127.0.0.1'],
    }),
});

for (const base of ['/team', ''])
  test(`behind nginx with TLS, below "${base}", a person signs in, answers, and uses a live UI`, async ({
    page,
    troubles,
  }) => {
    test.skip(withoutNginx !== undefined, `${withoutNginx} is not installed`);
    const { url, views, serving } = await startTeamServer(cleanup, { base });
    const sockets: string[] = [];
    page.on('websocket', (socket) => sockets.push(socket.url()));
    const outside: string[] = [];
    page.on('request', (request) => {
      const address = request.url();
      if (!address.startsWith(`${url}/`) && !address.startsWith(`${views}/`)) outside.push(address);
    });

    await page.goto(`${url}/asks`);
    await page.getByLabel('Your key').fill(ANN_KEY);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`${url}/asks`);

    // The agent is on the server's own machine: the two see one another all the same.
    const agent = new Client({ name: 'agent', version: '1' });
    const requestInit = { headers: { Authorization: `Bearer ${ANN_KEY}` } };
    const mcp = new URL(`http://127.0.0.1:${serving.mcp}/mcp`);
    await agent.connect(new StreamableHTTPClientTransport(mcp, { requestInit }));
    cleanup.add(() => agent.close());
    const { text } = await call(agent, 'order_meal', { flight: 'SH-142' });
    await page.getByRole('link', { name: 'What would you like to eat on SH-142?' }).click();
    const [link = ''] = /https:\S*\/asks\/[\w-]+/.exec(text) ?? [];
    await expect(page).toHaveURL(link);
    await page.getByLabel('meal', { exact: true }).selectOption('curry');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('The tool has finished.')).toBeVisible();

    await page.goto(`${url}/`);
    await expect(page.getByRole('status')).toHaveText('Connected');
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect(pages.getByText('Ann', { exact: true })).toBeVisible();

    const shown = await call(agent, 'ui_display', { name: 'contacts', sessionId: 'new' });
    const [sessionId] = /sess_\w+/.exec(shown.text) ?? [];
    const { text: opened } = await call(agent, 'ui_open_browser', { sessionId });
    const [address = ''] = /https:\S+/.exec(opened) ?? [];
    expect(address.startsWith(`${url}/live/`)).toBe(true);
    await page.goto(address);
    expect(page.url().startsWith(`${views}/`)).toBe(true);
    await expect(page.locator('.contacts')).toBeVisible();

    expect(sockets.map((socket) => new URL(socket).origin.replace('wss', 'https'))).toEqual(
      expect.arrayContaining([new URL(url).origin, views]),
    );
    expect(outside).toEqual([]);
    expect(troubles.list).toEqual([]);
  });

const APP = `lowdefy: 4.0.0-rc.11
name: Orders
pages:
  - id: order
    type: Box
    blocks:
      - { id: cake, type: TextInput, properties: { title: Cake } }
      - { id: shown, type: Title, properties: { content: { _string.concat: [A\u00a0, { _state: cake }] } } }
`;

test('behind nginx with TLS, below "/team", a person uses the app itself', async ({ page, troubles }) => {
  test.skip(withoutNginx !== undefined, `${withoutNginx} is not installed`);
  const { url, serving } = await startTeamServer(cleanup, { base: '/team', app: APP });
  const agent = new Client({ name: 'agent', version: '1' });
  const requestInit = { headers: { Authorization: `Bearer ${ANN_KEY}` } };
  const mcp = new URL(`http://127.0.0.1:${serving.mcp}/mcp`);
  await agent.connect(new StreamableHTTPClientTransport(mcp, { requestInit }));
  cleanup.add(() => agent.close());
  const { text } = await call(agent, 'session_create', { name: 'Orders of today', pageId: 'order' });
  const [sessionId = ''] = /sess_\w+/.exec(text) ?? [];

  const scripts: { address: string; encoding: string | undefined; cache: string | undefined }[] = [];
  page.on('response', (response) => {
    const headers = response.headers();
    if (response.request().resourceType() === 'script' && response.url().includes('/client/'))
      scripts.push({
        address: response.url(),
        encoding: headers['content-encoding'],
        cache: headers['cache-control'],
      });
  });
  await page.goto(`${url}/apps/${sessionId}`);
  await page.getByLabel('Your key').fill(ANN_KEY);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const app = page.frameLocator('iframe');
  await app.locator('#bl-cake input').fill('opera');
  await expect(app.getByRole('heading', { name: 'A opera' })).toBeVisible();
  await expect
    .poll(async () => (await call(agent, 'get_state', { sessionId })).text)
    .toContain('"cake":"opera"');
  expect(scripts[0]).toMatchObject({
    address: expect.stringMatching(`^${url}/client/[0-9a-f]{32}/`),
    encoding: 'br',
    cache: expect.stringContaining('immutable'),
  });
  expect(troubles.list).toEqual([]);
});
