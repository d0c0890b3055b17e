import { createLocalPrincipal } from '../auth/local-principal.ts';
import type { Audience, Grant, Subject } from '../auth/page-grant.ts';
import type { Principal } from '../auth/principal.ts';
import { TandemError } from '../errors.ts';
import { createCookieDoor } from './cookie-door.ts';
import type { HttpOptions, OwnOptions } from './http-options.ts';
import { createOidcDoor } from './oidc-door.ts';
import type { OwnAddress } from './own-address.ts';
import { toOwnPath } from './own-path.ts';
import { readJsonBody } from './read-json-body.ts';
import { toSignInPage, viewsSignIn } from './sign-in-page.ts';
import type { People } from './site.ts';

/** People stay signed in; the single-use code that opened the page is long gone by then. */
const COOKIE_SECONDS = 30 * 24 * 60 * 60;

const SIGN_OUT = '/api/sign-out';

/** Tokens are some kilobytes at most. */
const MAX_SIGN_IN_BYTES = 32 * 1024;

/** People at our own listeners: a cookie, which a code, a key or a token buys. */
export function createOwnPeople(
  {
    authenticator,
    signIn,
    user,
    pageAccess,
    maxBodyBytes,
  }: OwnOptions & Pick<HttpOptions, 'pageAccess' | 'maxBodyBytes'>,
  address: OwnAddress,
  audience: Audience,
): People {
  const isLocal = authenticator.scheme === 'made_once_key' || authenticator.scheme === 'none';
  const cookies = createCookieDoor({
    pageAccess,
    audience,
    port: address.port,
    maxAgeSeconds: COOKIE_SECONDS,
    secure: address.isSecure,
    base: address.base,
  });

  const oidc =
    signIn &&
    createOidcDoor({
      signIn,
      port: address.port,
      secure: address.isSecure,
      base: address.base,
      toSetCookie: (subject) => cookies.toSetCookie({ audience, subject }),
    });

  return {
    howToSignIn:
      oidc || !isLocal
        ? 'Sign in first: open the page in a browser.'
        : 'Sign in first: "tandem open" opens the page with a code.',
    // Views that agents write are on the other origin, which must never see a key.
    signInPage: (url) =>
      oidc && audience === 'page'
        ? oidc.page(url)
        : toSignInPage(isLocal || audience === 'views' ? 'local' : authenticator.scheme, address.base),
    ...(!isLocal || oidc ? { signOutPath: SIGN_OUT } : {}),
    ...(address.start === undefined ? {} : viewsSignIn(address.start)),

    async signIn(request, arrival, limits) {
      const { url } = arrival;
      const atProvider = audience === 'page' ? await oidc?.handle(request, arrival, limits) : undefined;
      if (atProvider) return atProvider;
      const code = url.searchParams.get('code');
      if (code !== null && request.method === 'GET') return cookies.enter(code, url);
      if (audience !== 'page') return undefined;
      const nonce = url.searchParams.get('nonce');
      if (request.method === 'GET' && url.pathname === '/api/proof' && nonce)
        return Response.json({ proof: pageAccess.prove(nonce.slice(0, 100)) });
      if (request.method !== 'POST') return undefined;
      if (url.pathname === SIGN_OUT)
        return Response.json({ ok: true }, { headers: { 'Set-Cookie': cookies.toEndCookie() } });
      if (url.pathname === '/api/sign-in') {
        // The one body that is read of a stranger: it holds the secret itself.
        const { value } = await readJsonBody(request, arrival, { maxBytes: MAX_SIGN_IN_BYTES });
        const secret = (value as { secret?: unknown } | null)?.secret;
        return limits.guess(arrival, secret, () => withSecret(secret));
      }
      if (url.pathname === '/api/code') {
        const token = request.headers.get('authorization') ?? undefined;
        await limits.guess(arrival, token, () => checkToken(token));
        const { value } = await readJsonBody(request, arrival, { maxBytes: maxBodyBytes });
        return giveCode(value);
      }
      return undefined;
    },

    async personOf(request) {
      const shown = cookies.read(request);
      const principal = shown && principalOf(shown.subject);
      if (!principal) return undefined;
      const { cookie, subject } = shown;
      return {
        principal,
        pageToken: () => pageAccess.pageToken(cookie),
        hasPageToken: (header) => pageAccess.checkPageToken(cookie, header),
        toViews: (target) =>
          target.searchParams.set('code', pageAccess.issueCode({ audience: 'views', subject })),
      };
    },
  };

  function principalOf(subject: Subject): Principal | undefined {
    // Once keys or tokens are configured, a cookie of the time before opens nothing.
    if (subject.t === 'local') return isLocal ? createLocalPrincipal({ user, kind: 'person' }) : undefined;
    if (subject.t === 'person')
      return signIn?.issuer === subject.iss
        ? { ...subject.principal, kind: 'person', local: false }
        : undefined;
    // What agents show is not accepted from people who have a sign-in of their own.
    if (signIn) return undefined;
    if (subject.t === 'key') return holderOf(subject.id);
    return authenticator.jwt && { ...subject.principal, kind: 'person', local: false, withAgentKey: true };
  }

  function holderOf(keyId: string): Principal | undefined {
    const person = authenticator.apiKeys?.byId(keyId, 'person');
    const isAgents = authenticator.apiKeys?.byId(keyId, 'agent') !== undefined;
    return person && isAgents ? { ...person, withAgentKey: true } : person;
  }

  /** With a key or token of one's own, where those are configured. */
  async function withSecret(secret: unknown): Promise<Response> {
    if (signIn)
      throw new TandemError('forbidden', 'Keys and tokens are for agents here. Open the page and sign in.');
    if (typeof secret !== 'string')
      throw new TandemError('invalid_input', 'Send {"secret": "your key or token"}.');
    const grant: Grant = { audience, subject: await subjectFor(secret.trim()) };
    return Response.json({ ok: true }, { headers: { 'Set-Cookie': cookies.toSetCookie(grant) } });
  }

  /** For `tandem open`, which proves by the page token that it may read the served folder. */
  function checkToken(authorization: string | undefined): void {
    if (!pageAccess.isUiToken(authorization))
      throw new TandemError('unauthorized', 'Send the token in .tandem/ui-token as "Authorization: Bearer".');
  }

  function giveCode(body: unknown): Response {
    const path = (body as { path?: unknown } | null)?.path ?? '/';
    const page = address.origin();
    // The code is for our page.
    const own = toOwnPath(path, page);
    if (own === undefined) throw new TandemError('invalid_input', 'The path must start with one "/".');
    const target = new URL(`${address.base}${own}`, page);
    if (isLocal) target.searchParams.set('code', pageAccess.issueCode({ audience, subject: { t: 'local' } }));
    const url = target.href;
    return Response.json({ url, proof: pageAccess.vouch(url) });
  }

  async function subjectFor(secret: string): Promise<Subject> {
    if (authenticator.apiKeys?.find(secret, 'person'))
      return { t: 'key', id: authenticator.apiKeys.idOf(secret) };
    if (!authenticator.jwt) throw new TandemError('unauthorized', 'That key is not valid.');
    const { expiresAt, local: _, ...principal } = await authenticator.jwt.verify(secret, 'person');
    return { t: 'claims', principal, exp: expiresAt };
  }
}
