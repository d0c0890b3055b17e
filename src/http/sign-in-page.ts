import { createHash } from 'node:crypto';

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

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 15vh auto; max-width: 26rem; padding: 0 1rem; }
code { padding: .1em .3em; border-radius: .3em; background: color-mix(in srgb, CanvasText 10%, Canvas); }
input, button { font: inherit; padding: .5em .8em; border-radius: .4em; border: 1px solid GrayText; }
input { width: 100%; box-sizing: border-box; margin: .3em 0 .8em; }
[role=alert] { color: light-dark(#b00020, #ff8a80); }
`;

const LOCAL = `<p>Run <code>tandem open</code> in the served folder: it signs this browser in with a single-use code. Then reload this page.</p>`;

const form = (
  what: string,
) => `<form><label>Your ${what}<input name="secret" type="password" required autofocus
autocomplete="current-password"></label><button>Sign in</button><p role="alert"></p></form>`;

/** What somebody without a cookie sees. Says nothing about what is behind it. */
export function toSignInPage(scheme: 'local' | 'api_key' | 'jwt' | 'none' | 'made_once_key'): Response {
  const body = scheme === 'api_key' ? form('key') : scheme === 'jwt' ? form('token') : LOCAL;
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Sign in · Tandem</title><style>${STYLE}</style><main><h1>Sign in</h1>${body}</main><script>${SCRIPT}</script></html>`;
  const csp = `default-src 'none'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; script-src ${hash(SCRIPT)}; style-src ${hash(STYLE)}`;
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
