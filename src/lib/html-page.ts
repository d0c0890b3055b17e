import { createHash } from 'node:crypto';

/** How the pages look that the server makes itself, in the colours of `web/page/tokens.css`, whose files strangers cannot load. */
const PAGE_STYLE = `
:root { color-scheme: light dark; background: light-dark(#f6f8fa, #0d1117); color: light-dark(#1a2029, #e6eaf0); font: 14px/1.45 system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 480px; margin: 12vh auto; padding: 24px; border: 1px solid light-dark(#dfe4eb, #2b3340); border-radius: 10px; background: light-dark(#fff, #12161d); overflow-wrap: anywhere; }
@media (max-width: 512px) { main { margin: 16px; } }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.3; }
p:last-child { margin-bottom: 0; }
a { color: light-dark(#0b5cad, #7db8ff); }
code { padding: 2px 4px; border-radius: 4px; background: light-dark(#eef1f5, #1d2531); font-size: 13px; }
label { font-weight: 500; }
input, button { box-sizing: border-box; min-height: 36px; padding: 6px 12px; border: 1px solid light-dark(#8b94a1, #6f7b8c); border-radius: 6px; font: inherit; }
input { display: block; width: 100%; margin: 4px 0 16px; background: light-dark(#fff, #12161d); color: inherit; }
button { border-color: transparent; background: light-dark(#0b5cad, #7db8ff); color: light-dark(#fff, #0b1119); font-weight: 500; cursor: pointer; }
:focus-visible { outline: 2px solid light-dark(#0b5cad, #7db8ff); outline-offset: 2px; }
[role=alert] { min-height: 20px; color: light-dark(#b3261e, #ff8a80); }
`;

/** A page that the server makes itself. `main` and `script` are HTML and code of ours; texts in them must be escaped. */
export function toHtmlPage({
  heading,
  main,
  script = '',
  status = 200,
}: {
  heading: string;
  main: string;
  script?: string;
  status?: number;
}): Response {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${heading} · Tandem</title><style>${PAGE_STYLE}</style><main><h1>${heading}</h1>${main}</main>${script && `<script>${script}</script>`}</html>`;
  const scripts = script === '' ? '' : `; script-src ${hash(script)}; connect-src 'self'`;
  return new Response(html, {
    status,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; style-src ${hash(PAGE_STYLE)}${scripts}`,
      'Cache-Control': 'no-store',
    },
  });
}

/** Whether somebody opened an address in a browser, and reads what comes. */
export function isOpenedPage({ method, headers }: Pick<Request, 'method' | 'headers'>): boolean {
  return method === 'GET' && headers.get('accept')?.includes('text/html') === true;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
