/** A browser without scripts: it keeps cookies by origin and follows redirects, while the test may look at each step. */
export class Browser {
  readonly #cookies = new Map<string, Map<string, string>>();

  async open(address: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(address);
    const jar = this.#cookies.get(url.origin) ?? new Map<string, string>();
    this.#cookies.set(url.origin, jar);
    const headers = new Headers(init.headers);
    headers.set('Accept', headers.get('accept') ?? 'text/html');
    if (jar.size > 0) headers.set('Cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const at = pair.indexOf('=');
      const isOver = attributes.some((text) => /^ *(max-age=0|expires=Thu, 01 Jan 1970)/i.test(text));
      if (isOver) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return response;
  }

  /** Follow redirects until one leads to an address that starts with `end`; that one is returned, not opened. */
  async followTo(address: string | URL, end: string): Promise<URL> {
    let url = new URL(address);
    for (let steps = 0; steps < 20; steps++) {
      if (url.href.startsWith(end)) return url;
      const response = await this.open(url);
      const location = response.headers.get('location');
      if (!location) throw new Error(`${url.href} answered ${response.status} ${await response.text()}`);
      url = new URL(location, url);
    }
    throw new Error(`no end of redirects at ${url.href}`);
  }

  cookie(origin: string, name: RegExp): string | undefined {
    const found = [...(this.#cookies.get(origin) ?? [])].find(([key]) => name.test(key));
    return found?.[1];
  }
}
