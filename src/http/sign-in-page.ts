import { createHash } from 'node:crypto';
import { PAGE_STYLE, toHtmlPage } from '../lib/html-page.ts';

const SCRIPT = `
document.querySelector('form')?.addEventListener('submit', async (event) => {
  event.preventDefault();
  const secret = new FormData(event.target).get('secret');
  const response = await fetch('/api/sign-in', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ secret }),
  });
  if (response.ok) location.reload();
  else document.querySelector('[role=alert]').textContent = (await response.json()).error;
});
`;

const LOCAL = `<p>Run <code>tandem open</code> in the served folder: it signs this browser in with a single-use code. Then reload this page.</p>`;

const form = (
  what: string,
) => `<form><label>Your ${what}<input name="secret" type="password" required autofocus
autocomplete="current-password"></label><button>Sign in</button><p role="alert"></p></form>`;

/** What somebody without a cookie sees. Says nothing about what is behind it. */
export function toSignInPage(scheme: 'local' | 'api_key' | 'jwt' | 'none' | 'made_once_key'): Response {
  return toRefusalPage(scheme === 'api_key' ? form('key') : scheme === 'jwt' ? form('token') : LOCAL);
}

/** A page that only says how to sign in. `main` is HTML of ours. */
export function toRefusalPage(main: string): Response {
  const html = toHtmlPage({ heading: 'Sign in', main, script: SCRIPT });
  const csp = `default-src 'none'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; script-src ${hash(SCRIPT)}; style-src ${hash(PAGE_STYLE)}`;
  return new Response(html, {
    status: 401,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': csp,
      'Cache-Control': 'no-store',
    },
  });
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
