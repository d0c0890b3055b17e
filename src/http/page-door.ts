import type { Door, Route } from '../area/route.ts';
import { checkPageOrigin } from '../auth/origin-guard.ts';
import { TandemError } from '../errors.ts';
import { isOpenedPage } from '../lib/html-page.ts';
import { isResponse } from '../lib/is-response.ts';
import type { Arrival, DoorLimits, HttpOptions } from './http-options.ts';
import { createRouter, PAGE_TOKEN_HEADER } from './routes.ts';
import type { Site } from './site.ts';
import { createStrayed } from './strayed.ts';

/** The pages of one origin: sign-in of its own, requests from itself only. */
export function createPageDoor(
  options: HttpOptions,
  site: Site,
  door: Exclude<Door, 'debug'>,
  routes: readonly Route[],
  limits: DoorLimits,
): (request: Request, arrival: Arrival) => Promise<Response> {
  const people = site.people[door];
  const atViews = door === 'views' ? createStrayed(options, site) : undefined;
  const route = createRouter(routes, options, limits);
  const viewsPrefix = (path: string) =>
    options.areas.flatMap((area) => area.viewsPrefix ?? []).find((prefix) => path.startsWith(prefix));

  return async (request, arrival) => {
    const header = (name: string) => request.headers.get(name) ?? undefined;
    const { url } = arrival;
    const isChange = request.method !== 'GET' && request.method !== 'HEAD';
    checkPageOrigin(
      {
        method: request.method,
        origin: header('origin'),
        secFetchSite: header('sec-fetch-site'),
        secFetchMode: header('sec-fetch-mode'),
        secFetchDest: header('sec-fetch-dest'),
      },
      // A cookie alone must not change anything; scripts bring a token instead.
      { sameOrigin: url.origin, originRequired: isChange && header('authorization') === undefined },
    );
    const signingIn = await people.signIn(request, arrival, limits);
    if (signingIn) return signingIn;
    const person = await people.personOf(request, arrival.node?.incoming);
    const isPage = header('accept')?.includes('text/html');
    // What a form sends is not sent on.
    const strayed = isOpenedPage(request) ? atViews : undefined;
    // A script that follows a redirect to a sign-in page takes that page for its answer.
    if (isResponse(person) && (isPage || !isRedirect(person))) return person;
    if (!person || isResponse(person)) {
      if (isPage) return strayed?.toWhereItWorks(request, url) ?? people.signInPage(url);
      throw new TandemError('unauthorized', people.howToSignIn);
    }
    const { principal } = person;
    limits.request(principal);
    const prefix = door === 'page' && request.method === 'GET' ? viewsPrefix(url.pathname) : undefined;
    if (prefix !== undefined) {
      const target = site.viewsUrl(url.pathname.slice(prefix.length - 1));
      target.search = url.search;
      person.toViews(target);
      return new Response(null, {
        status: 303,
        headers: { Location: target.href, 'Cache-Control': 'no-store' },
      });
    }
    if (door === 'page' && request.method === 'GET' && url.pathname === '/api/page-token')
      return Response.json({ token: person.pageToken() });
    const response = await route(request, arrival, {
      principal,
      hasPageToken: person.hasPageToken(header(PAGE_TOKEN_HEADER)),
    });
    return (response.status === 404 && strayed?.toPage(url)) || response;
  };
}

function isRedirect({ status }: Response): boolean {
  return status >= 300 && status < 400;
}
