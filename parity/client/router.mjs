/**
 * What the client uses of Next's router on a page that the server makes for each visit: the page is fetched, then
 * the address changes, then the page is shown. A page that is not there leads to 404.
 */
export function createRouter({ fetch }) {
  let show = () => {};
  let newest = 0;
  const router = {
    basePath: '',
    pathname: '/[pageId]',
    toUrl: ({ pathname, query }) => `${pathname}${query ? `?${query}` : ''}`,
    async push(target) {
      await go(router.toUrl(target), (url) => window.history.pushState(null, '', url));
      return true;
    },
    back: () => window.history.back(),
    load: ({ pathname, search }) =>
      load(`${pathname}${search}`, (url) => window.history.replaceState(null, '', url)),
    onPage(listener) {
      show = listener;
    },
  };
  window.addEventListener(
    'popstate',
    () => void go(`${window.location.pathname}${window.location.search}`, () => {}),
  );
  return router;

  /** Who goes elsewhere meanwhile does not arrive. */
  async function go(url, change) {
    const number = ++newest;
    const page = await load(url, (to) => number === newest && change(to));
    if (number === newest) show(page);
  }

  async function load(url, change) {
    const { pathname } = new URL(url, window.location.origin);
    const answer = await fetch(`/api/page${pathname}`);
    const { redirect, jsMap, ...page } = await answer.json();
    if (redirect !== undefined) return load(redirect, change);
    change(url);
    return { ...page, jsMap: jsMap && (await import(jsMap)).default };
  }
}
