/** Where apps keep which theme the person chose. */
const KEY = 'theme';

/** The person's theme instead of the folder's first one. Returns whether the folder has themes at all. */
export function chooseTheme(): boolean {
  const root = document.documentElement;
  const current = [...root.classList].find((name) => name.startsWith('theme-'));
  if (current === undefined) return false;
  const chosen = localStorage.getItem(KEY);
  const isKnown = [...document.querySelectorAll('link[href^="/themes/"]')].some(
    (link) => link.getAttribute('href') === `/themes/${chosen}.css`,
  );
  if (isKnown) root.classList.replace(current, `theme-${chosen}`);
  return true;
}
