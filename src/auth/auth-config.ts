import { z } from 'zod';
import { filledText, settingsSchema } from '../lib/settings-schema.ts';

const rolesSchema = z.array(filledText('A role'), 'roles must be a list of role names.');

/** A profile as an app sees it in `_user`. Keys of the app's own are kept. */
export const userSchema = z
  .looseObject(
    {
      id: filledText('The id of a user').optional(),
      name: filledText('The name of a user').optional(),
      email: filledText('The email of a user').optional(),
      roles: rolesSchema.optional(),
    },
    'A user must be a set of profile fields such as id, name, email and roles.',
  )
  .refine((user) => user.id !== undefined || user.name !== undefined || user.email !== undefined, {
    error: 'A user needs at least one of id, name and email.',
  });

export type UserProfile = z.infer<typeof userSchema>;

const keySchema = settingsSchema('An entry of keys', {
  key: filledText('key').optional(),
  /** Names an environment variable, so that the key need not stand in a file under version control. */
  keyEnv: filledText('keyEnv').optional(),
  roles: rolesSchema.optional(),
  user: userSchema.optional(),
  /** What the agent that has it is called in histories; else as its client calls itself. */
  name: filledText('name').optional(),
  /** Who may show it: an agent to MCP, or a person to the page. Else both. */
  for: z.enum(['agent', 'person'], { error: 'for must be "agent" or "person".' }).optional(),
}).refine((entry) => (entry.key === undefined) !== (entry.keyEnv === undefined), {
  error: 'Each entry of keys needs exactly one of key and keyEnv (the name of an environment variable).',
});

const apiKeySchema = settingsSchema('auth of type api_key', {
  type: z.literal('api_key'),
  keys: z.array(keySchema, 'keys must be a list.').min(1, 'keys must list at least one key.'),
});

/** A key set holds public keys only, so HMAC (HS256 …) and `none` can never be meant. */
export const ASYMMETRIC_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

const audienceSchema = z.union(
  [filledText('audience'), z.array(filledText('audience')).min(1, 'audience must list at least one name.')],
  'audience must be the audience of your tokens, one name or a list.',
);

/** Where the claims of a token say who somebody is. */
export const claimsShape = {
  rolesClaim: filledText('rolesClaim').default('roles'),
  userClaims: z.record(filledText('A field of userClaims'), filledText('A claim of userClaims')).optional(),
};

const algorithmsSchema = z
  .array(
    z.enum(ASYMMETRIC_ALGORITHMS, {
      error: `algorithms may list ${ASYMMETRIC_ALGORITHMS.join(', ')}; others cannot be checked with a public key.`,
    }),
    'algorithms must be a list of algorithm names.',
  )
  .min(1, 'algorithms must list at least one algorithm.')
  .optional();

/** The characters of RFC 6749: scopes stand in headers, separated by spaces. */
export const scopesSchema = z.array(
  z
    .string('A scope must be text.')
    .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, 'A scope must be one word without spaces or quotes.'),
  'scopes must be a list of scopes.',
);

export const issuerSchema = z
  .string('issuer must be text.')
  .refine((value) => isTrustworthyUrl(value) && !/[?#]/.test(value), {
    error:
      'issuer must be the https address of your provider, as its tokens name it; http is accepted for localhost only.',
  });

const jwtSchema = settingsSchema('auth of type jwt', {
  type: z.literal('jwt'),
  issuer: filledText('issuer'),
  audience: audienceSchema,
  jwksUrl: z
    .string('jwksUrl must be text.')
    .refine(isTrustworthyUrl, {
      error: 'jwksUrl must be an https address without a password; http is accepted for localhost only.',
    })
    .optional(),
  jwksFile: filledText('jwksFile').optional(),
  ...claimsShape,
  algorithms: algorithmsSchema,
}).refine((config) => (config.jwksUrl === undefined) !== (config.jwksFile === undefined), {
  error:
    'auth of type jwt needs exactly one of jwksUrl and jwksFile; providers name the address as jwks_uri in <issuer>/.well-known/openid-configuration.',
});

const oidcSchema = settingsSchema('auth of type oidc', {
  type: z.literal('oidc'),
  issuer: issuerSchema,
  /** Else the address of the MCP endpoint, as clients send it to the provider (`resource`). */
  audience: audienceSchema.optional(),
  /** What a token must have been granted. */
  scopes: scopesSchema.default([]),
  ...claimsShape,
  algorithms: algorithmsSchema,
});

const noneSchema = settingsSchema('auth of type none', { type: z.literal('none') });

/** `mcp.auth`: how callers over HTTP prove who they are. */
export const authSchema = z.discriminatedUnion('type', [apiKeySchema, jwtSchema, oidcSchema, noneSchema], {
  error: 'The type of auth must be "api_key", "jwt", "oidc" or "none".',
});

export type AuthConfig = z.infer<typeof authSchema>;
export type ApiKeyConfig = z.infer<typeof apiKeySchema>;
export type JwtConfig = z.infer<typeof jwtSchema>;
export type OidcConfig = z.infer<typeof oidcSchema>;
export type ClaimsConfig = Pick<JwtConfig, keyof typeof claimsShape>;

/** Whoever can change the answer of this address can sign tokens, so it must not travel in the clear. */
export function isTrustworthyUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}
