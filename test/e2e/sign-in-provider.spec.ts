import { expect } from '@playwright/test';
import { startLocalProvider } from '../integration/sign-in/local-provider.mjs';
import { test } from './served.ts';

test('a person signs in at a provider on another site, sees who they are, and signs out', async ({
  page,
  served,
  troubles,
}) => {
  const provider = await startLocalProvider({
    clients: [
      {
        client_id: 'web',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        redirect_uris: ['http://localhost/sign-in/callback'],
      },
    ],
  });
  try {
    await served.start(
      `mcp: { auth: { type: oidc, issuer: "${provider.issuer}" }, signIn: { clientId: web } }\n`,
    );
    const start = `http://localhost:${served.ui}/?from=mail`;
    expect((await page.goto(start))?.status()).toBe(401);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page.getByRole('status')).toHaveText('Connected');
    expect(page.url()).toBe(start);
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect(pages.getByText('Ada', { exact: true })).toBeVisible();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect(page.getByRole('main').getByRole('heading', { name: 'Sign in' })).toBeVisible();

    provider.state.refuses = true;
    await page.context().clearCookies({ domain: '127.0.0.1' });
    await page.getByRole('link', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toHaveText('The provider did not let you in, or you cancelled.');
    expect(troubles.list).toEqual([]);
  } finally {
    await provider.close();
  }
});
