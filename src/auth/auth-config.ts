import { z } from 'zod';
import { didYouMean } from '../lib/nearest.ts';

const text = (what: string) => z.string(`${what} must be text.`).min(1, `${what} must not be empty.`);

const rolesSchema = z.array(text('A role'), 'roles must be a list of role names.');

/** A profile as an app sees it in `_user`. Keys of the app's own are kept. */
export const userSchema = z
  .looseObject(
    {
      id: text('The id of a user').optional(),
      name: text('The name of a user').optional(),
      email: text('The email of a user').optional(),
      roles: rolesSchema.optional(),
    },
    'A user must be a set of profile fields such as id, name, email and roles.',
  )
  .refine((user) => user.id !== undefined || user.name !== undefined || user.email !== undefined, {
    error: 'A user needs at least one of id, name and email.',
  });

export type UserProfile = z.infer<typeof userSchema>;

/** Strict, with a sentence that names the nearest known key. */
function settings<Shape extends z.ZodRawShape>(what: string, shape: Shape) {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return `${what} must be a set of ${known.join(', ')}.`;
      const [first = ''] = issue.keys as string[];
      return `${what} has no setting "${first}".${didYouMean(first, known)}`;
    },
  });
}

const keySchema = settings('An entry of keys', {
  key: text('key').optional(),
  /** Names an environment variable, so that the key need not stand in a file under version control. */
  keyEnv: text('keyEnv').optional(),
  roles: rolesSchema.optional(),
  user: userSchema.optional(),
}).refine((entry) => (entry.key === undefined) !== (entry.keyEnv === undefined), {
  error: 'Each entry of keys needs exactly one of key and keyEnv (the name of an environment variable).',
});

const apiKeySchema = settings('auth of type api_key', {
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

const jwtSchema = settings('auth of type jwt', {
  type: z.literal('jwt'),
  issuer: text('issuer'),
  audience: z.union(
    [text('audience'), z.array(text('audience')).min(1, 'audience must list at least one name.')],
    'audience must be the audience of your tokens, one name or a list.',
  ),
  jwksUrl: z
    .string('jwksUrl must be text.')
    .refine(isTrustworthyUrl, {
      error: 'jwksUrl must be an https address without a password; http is accepted for localhost only.',
    })
    .optional(),
  jwksFile: text('jwksFile').optional(),
  rolesClaim: text('rolesClaim').default('roles'),
  userClaims: z.record(text('A field of userClaims'), text('A claim of userClaims')).optional(),
  algorithms: z
    .array(
      z.enum(ASYMMETRIC_ALGORITHMS, {
        error: `algorithms may list ${ASYMMETRIC_ALGORITHMS.join(', ')}; others cannot be checked with a public key.`,
      }),
      'algorithms must be a list of algorithm names.',
    )
    .min(1, 'algorithms must list at least one algorithm.')
    .optional(),
}).refine((config) => (config.jwksUrl === undefined) !== (config.jwksFile === undefined), {
  error:
    'auth of type jwt needs exactly one of jwksUrl and jwksFile; providers name the address as jwks_uri in <issuer>/.well-known/openid-configuration.',
});

const noneSchema = settings('auth of type none', { type: z.literal('none') });

/** `mcp.auth`: how callers over HTTP prove who they are. */
export const authSchema = z.discriminatedUnion('type', [apiKeySchema, jwtSchema, noneSchema], {
  error: 'The type of auth must be "api_key", "jwt" or "none".',
});

export type AuthConfig = z.infer<typeof authSchema>;
export type ApiKeyConfig = z.infer<typeof apiKeySchema>;
export type JwtConfig = z.infer<typeof jwtSchema>;

/** Whoever can change the answer of this address can sign tokens, so it must not travel in the clear. */
function isTrustworthyUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}
