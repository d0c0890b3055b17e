import { resolve } from 'node:path';
import type { Config } from './config-schema.ts';

/** Files named in a configuration lie in its folder. */
export function withFilesIn(dir: string, auth: Config['mcp']['auth']): Config['mcp']['auth'] {
  return auth?.type === 'jwt' && auth.jwksFile ? { ...auth, jwksFile: resolve(dir, auth.jwksFile) } : auth;
}
