/** Where the server has it. */
const BASE = '/shoelace/';

/** Components are loaded as they appear; a page that brings its own Shoelace keeps it. */
export function loadShoelace(): void {
  if (document.querySelector('script[src*="shoelace"]')) return;
  for (const theme of ['dark', 'light']) addTheme(`${BASE}themes/${theme}.css`);
  const script = document.createElement('script');
  script.type = 'module';
  script.src = `${BASE}shoelace-autoloader.js`;
  script.dataset.shoelace = BASE;
  document.head.append(script);
}

function addTheme(href: string): void {
  if (document.querySelector(`link[href="${href}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = href;
  // Before the page's own, which may say otherwise.
  document.head.prepend(link);
}

/** Light or dark as the person's system is, unless the page has chosen. */
export function followColorScheme(): void {
  const { classList } = document.documentElement;
  if (classList.contains('sl-theme-dark') || classList.contains('sl-theme-light')) return;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => classList.toggle('sl-theme-dark', dark.matches);
  dark.addEventListener('change', follow);
  follow();
}
