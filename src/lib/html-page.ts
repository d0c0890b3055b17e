/** How the pages look that the server makes itself; those of Vite have style sheets. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 15vh auto; max-width: 30rem; padding: 0 1rem; }
code { padding: .1em .3em; border-radius: .3em; background: color-mix(in srgb, CanvasText 10%, Canvas); }
input, button { font: inherit; padding: .5em .8em; border-radius: .4em; border: 1px solid GrayText; }
input { width: 100%; box-sizing: border-box; margin: .3em 0 .8em; }
[role=alert] { color: light-dark(#b00020, #ff8a80); }
`;

/** A page that the server makes itself. `main` and `script` are HTML and code of ours; texts in them must be escaped. */
export function toHtmlPage({
  heading,
  main,
  script = '',
}: {
  heading: string;
  main: string;
  script?: string;
}): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${heading} · Tandem</title><style>${PAGE_STYLE}</style><main><h1>${heading}</h1>${main}</main>${script && `<script>${script}</script>`}</html>`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
