import { escapeHtml, toHtmlPage } from '../lib/html-page.ts';
import type { HttpOptions } from './http-options.ts';
import { matchPath } from './match-path.ts';
import type { Site } from './site.ts';

export interface Strayed {
  /** To the same page where people are signed in; undefined if no page of ours is at that path. */
  toPage(url: URL): Response | undefined;
  /** Leads somebody whom we do not know to where they are signed in; from there, views are opened with a code. */
  toWhereItWorks(request: Request, url: URL): Response | undefined;
}

/** Those who opened a page of ours at the origin of views: the name of the machine differs, the rest is right. */
export function createStrayed({ areas }: Pick<HttpOptions, 'areas'>, site: Site): Strayed {
  const ours = ['/', '/admin', ...areas.flatMap(({ pages = [] }) => pages.map(({ path }) => path))];
  const prefix = areas.find(({ viewsPrefix }) => viewsPrefix !== undefined)?.viewsPrefix;

  function pageOf({ pathname, search }: URL): string | undefined {
    return ours.some((path) => matchPath(path, pathname)) ? site.pageUrl(`${pathname}${search}`) : undefined;
  }

  return {
    toPage(url) {
      const target = pageOf(url);
      return target === undefined ? undefined : to(target);
    },
    toWhereItWorks(request, url) {
      const view = prefix && site.pageUrl(`${prefix.slice(0, -1)}${url.pathname}${url.search}`);
      const target = pageOf(url) ?? view;
      if (!target) return undefined;
      // Somebody whom a page has just sent here, and whom we do not know, would be sent in a circle.
      const from = request.headers.get('sec-fetch-site') ?? 'none';
      if (from === 'none' || from === 'same-origin') return to(target);
      const main = `<p>People sign in under another name of this server.</p><p><a href="${escapeHtml(target)}">Continue there</a></p>`;
      return toHtmlPage({ heading: 'Almost there', main, status: 401 });
    },
  };
}

function to(target: string): Response {
  return new Response(null, { status: 303, headers: { Location: target, 'Cache-Control': 'no-store' } });
}
