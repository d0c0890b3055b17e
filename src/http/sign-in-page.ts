import { escapeHtml, toHtmlPage } from '../lib/html-page.ts';
import type { People } from './site.ts';

const toScript = (base: string) => `
// Somebody who signed in in another tab is known when they come back.
addEventListener('focus', async () => {
  const response = await fetch('${base}/api/status').catch(() => undefined);
  if (response?.ok) location.reload();
});
document.querySelector('form')?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const secret = new FormData(event.target).get('secret');
  const response = await fetch('${base}/api/sign-in', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ secret }),
  });
  if (response.ok) location.reload();
  else document.querySelector('[role=alert]').textContent = (await response.json()).error;
});
`;

const NO_SIGN_IN =
  '<p>Agents sign in at a provider here; for people, <code>mcp.signIn</code> is not configured yet.</p>';

const LOCAL = `<p>Run <code>tandem open</code> in the served folder: it signs this browser in with a single-use code. Then come back to this page: it continues.</p>`;

const form = (
  what: string,
) => `<form><label>Your ${what}<input name="secret" type="password" required autofocus
autocomplete="current-password"></label><button>Sign in</button><p role="alert"></p></form>`;

/** What somebody without a cookie sees. Says nothing about what is behind it. */
export function toSignInPage(
  scheme: 'local' | 'api_key' | 'jwt' | 'oidc' | 'none' | 'made_once_key',
  base: string,
): Response {
  if (scheme === 'oidc') return toRefusalPage(NO_SIGN_IN);
  return toRefusalPage(scheme === 'api_key' ? form('key') : scheme === 'jwt' ? form('token') : LOCAL, {
    base,
  });
}

/** For somebody at the origin of views, where nobody signs in: pages send people there. */
export function viewsSignIn(start: string): Pick<People, 'howToSignIn' | 'signInPage'> {
  const link = `<a href="${escapeHtml(start)}">Tandem</a>`;
  return {
    howToSignIn: `Open this view from ${start}, where you sign in.`,
    signInPage: () => toRefusalPage(`<p>Open this view from ${link}, where you sign in.</p>`),
  };
}

/** A page that only says how to sign in. `main` is HTML of ours; `base` is a path that needs no escaping. */
export function toRefusalPage(main: string, { base = '', status = 401 } = {}): Response {
  return toHtmlPage({ heading: 'Sign in', main, script: toScript(base), status });
}
