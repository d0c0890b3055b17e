/** What the app may take for its window: the address is that of the page in the app, and requests are the session's. */
export function createFrameWindow(open: (url: string) => void): {
  window: Window;
  standOn(pageId: string, query: string): void;
} {
  const origin = 'http://localhost';
  const place = {
    origin,
    protocol: 'http:',
    host: 'localhost',
    hostname: 'localhost',
    port: '',
    pathname: '/',
    search: '',
    hash: '',
    href: `${origin}/`,
    assign: open,
  };
  const own: Record<PropertyKey, unknown> = {
    location: place,
    fetch: () => Promise.reject(new Error('Requests are made by the session.')),
    open(url: string) {
      open(url);
      return { focus() {} };
    },
  };
  return {
    window: new Proxy(window, {
      get(target, key) {
        if (key in own) return own[key];
        const value: unknown = Reflect.get(target, key, target);
        // Functions of windows do not work on a proxy.
        return typeof value === 'function' && !isClass(value) ? value.bind(target) : value;
      },
    }),
    standOn(pageId, query) {
      place.pathname = `/${pageId}`;
      place.search = query ? `?${query}` : '';
      place.href = `${origin}${place.pathname}${place.search}`;
    },
  };
}

function isClass(value: object): boolean {
  return 'prototype' in value && value.prototype !== undefined;
}
