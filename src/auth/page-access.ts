import { z } from 'zod';
import { TandemError } from '../errors.ts';
import { parseBearer } from './bearer-token.ts';
import { type Audience, type Grant, type Subject, subjectSchema } from './page-grant.ts';
import { createPurposeKey, createPurposeMac } from './purpose-mac.ts';
import { createSealedCodes, type SealedCodesOptions } from './sealed-codes.ts';
import { isSameSecret } from './secret-equal.ts';
import { createSingleUseCodes } from './single-use-codes.ts';

/** Browsers silently drop cookies above 4096 bytes, name and attributes included. */
const MAX_COOKIE_LENGTH = 3800;

/** Times in seconds since 1970. */
const payloadSchema = z.strictObject({
  v: z.literal(1),
  // Cookies of earlier versions say `live`.
  aud: z.enum(['page', 'views', 'live']).transform((aud) => (aud === 'live' ? 'views' : aud)),
  sub: subjectSchema,
  iat: z.number(),
  exp: z.number(),
});

export interface PageAccess {
  /** A code for an address that is opened in the browser; works once, for five minutes. */
  issueCode(grant: Grant): string;
  redeem(code: string): Promise<Grant | undefined>;
  /** The value of a cookie; it ends after `maxAgeSeconds`, or sooner with the token that it was made from. */
  sealCookie(grant: Grant, maxAgeSeconds: number): string;
  openCookie(value: string | undefined, audience: Audience): Subject | undefined;
  /** What a page puts into its own requests: another origin can make the browser send the cookie, but not this. */
  pageToken(cookieValue: string): string;
  /** False for a cookie that does not open as `page`, whatever the token. */
  checkPageToken(cookieValue: string | undefined, headerValue: string | undefined): boolean;
  /** Shows that we hold the token, to whoever holds it too; made from their nonce, so that nobody else can repeat it. */
  prove(nonce: string): string;
  /** Shows to holders of the token that an address is ours, before they open it. */
  vouch(url: string): string;
  /** For scripts that send `Authorization: Bearer <ui-token>`. */
  isUiToken(authorizationHeader: string | undefined): boolean;
}

/** The person's way in. `secret` is called when first needed, so that a server that is only probed writes nothing. */
export function createPageAccess(options: {
  secret: () => string;
  now?: () => number;
  /** With it, codes work at every instance that has the secret. */
  useOnce?: SealedCodesOptions['useOnce'] | undefined;
}): PageAccess {
  const { secret, now = Date.now, useOnce } = options;
  const codeKey = createPurposeKey(secret, 'tandem page code v1');
  const codes = useOnce
    ? createSealedCodes({ key: codeKey, useOnce, now })
    : createSingleUseCodes<Grant>(now);
  const cookieMac = createPurposeMac(secret, 'tandem page cookie v1');
  const pageTokenMac = createPurposeMac(secret, 'tandem page token v1');
  const proofMac = createPurposeMac(secret, 'tandem server proof v1');
  const addressMac = createPurposeMac(secret, 'tandem page address v1');
  const nowSeconds = () => Math.floor(now() / 1000);

  function openCookie(value: string | undefined, audience: Audience): Subject | undefined {
    const [payload, mac, ...rest] = value?.split('.') ?? [];
    if (payload === undefined || mac === undefined || rest.length > 0) return undefined;
    // Compared as text: base64 has several spellings of the same bytes, and only ours is accepted.
    if (!isSameSecret(mac, cookieMac(payload))) return undefined;
    const parsed = payloadSchema.safeParse(decode(payload));
    if (!parsed.success || parsed.data.aud !== audience || parsed.data.exp <= nowSeconds()) return undefined;
    return parsed.data.sub;
  }

  return {
    issueCode: (grant) => codes.issue(structuredClone(grant)),
    redeem: async (code) => (await codes.redeem(code)) as Grant | undefined,

    sealCookie({ audience, subject }, maxAgeSeconds) {
      const iat = nowSeconds();
      const end = iat + Math.floor(maxAgeSeconds);
      const exp = 'exp' in subject ? Math.min(end, subject.exp) : end;
      const payload = encode({ v: 1, aud: audience, sub: subjectSchema.parse(subject), iat, exp });
      const value = `${payload}.${cookieMac(payload)}`;
      if (value.length <= MAX_COOKIE_LENGTH) return value;
      throw new TandemError(
        'limit_reached',
        'The profile in this token is too large for a cookie. Use fewer or shorter claims (mcp.auth.userClaims, mcp.auth.rolesClaim, or those of mcp.signIn).',
      );
    },

    openCookie,
    pageToken: (cookieValue) => pageTokenMac(cookieValue),

    checkPageToken(cookieValue, headerValue) {
      if (cookieValue === undefined || headerValue === undefined) return false;
      const isSame = isSameSecret(headerValue, pageTokenMac(cookieValue));
      return isSame && openCookie(cookieValue, 'page') !== undefined;
    },

    prove: (nonce) => proofMac(nonce),
    vouch: (url) => addressMac(url),

    isUiToken(authorizationHeader) {
      const token = parseBearer(authorizationHeader);
      return token !== undefined && isSameSecret(token, secret());
    },
  };
}

function encode(value: z.infer<typeof payloadSchema>): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decode(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
