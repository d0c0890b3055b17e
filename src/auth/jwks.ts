import { readFile, stat } from 'node:fs/promises';
import type { CryptoKey, FlattenedJWSInput, JSONWebKeySet, JWTHeaderParameters } from 'jose';
import { TandemError } from '../errors.ts';
import type { JwtConfig } from './auth-config.ts';

type Jose = typeof import('jose');
export type FindKey = (header: JWTHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>;

/**
 * Finds the public key that a token names. That the set has no such key is the token's fault and stays jose's
 * error; that the set cannot be had or used is ours and becomes `unavailable`.
 */
export function createFindKey(jose: Jose, config: JwtConfig): FindKey {
  const findKey =
    config.jwksFile === undefined
      ? jose.createRemoteJWKSet(new URL(config.jwksUrl ?? ''))
      : createFileKeys(jose, config.jwksFile);
  return async (header, token) => {
    try {
      return await findKey(header, token);
    } catch (cause) {
      if (cause instanceof jose.errors.JWKSNoMatchingKey) throw cause;
      if (cause instanceof jose.errors.JWKSMultipleMatchingKeys) throw cause;
      throw new TandemError('unavailable', toSentence(config), { cause });
    }
  };
}

/** Looks at the file on each use, so that a key added works and a key removed stops working without a restart. */
function createFileKeys(jose: Jose, path: string): FindKey {
  let version: string | undefined;
  let current: FindKey | undefined;
  return async (header, token) => {
    const { mtimeNs, size, ino } = await stat(path, { bigint: true });
    const seen = `${mtimeNs}:${size}:${ino}`;
    if (current === undefined || seen !== version) {
      current = jose.createLocalJWKSet(JSON.parse(await readFile(path, 'utf8')) as JSONWebKeySet);
      version = seen;
    }
    return current(header, token);
  };
}

function toSentence(config: JwtConfig): string {
  if (config.jwksFile !== undefined) {
    return `Tokens cannot be checked: ${config.jwksFile} (mcp.auth.jwksFile) cannot be read as a JSON Web Key Set of public keys.`;
  }
  const { origin, pathname } = new URL(config.jwksUrl ?? '');
  return `Tokens cannot be checked: ${origin}${pathname} (mcp.auth.jwksUrl) did not return a usable JSON Web Key Set. Try again shortly.`;
}
