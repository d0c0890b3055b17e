import { isRecord } from '../../lib/is-record.ts';
import { type BuildFiles, readJson } from '../build/read-build.ts';

const PREFIX = 'LOWDEFY_SECRET_';
/** Inside these, a missing value does no harm. */
const TOLERANT = new Set(['_if_none', '_if', '_or', '_and', '_not', '_type', '_switch', '_eq', '_ne']);

export type Secrets = Readonly<Record<string, string>>;

export function readSecrets(env: Record<string, string | undefined>): Secrets {
  const found = Object.entries(env).flatMap(([name, value]) =>
    name.startsWith(PREFIX) && value !== undefined ? [[name.slice(PREFIX.length), value]] : [],
  );
  return Object.freeze(Object.fromEntries(found));
}

/** The secrets that this part of a configuration needs and that are not set. */
export function missingSecrets(value: unknown, secrets: Secrets): string[] {
  const missing = new Set<string>();
  walk(value);
  return [...missing];

  function walk(part: unknown): void {
    if (Array.isArray(part)) for (const item of part) walk(item);
    if (!isRecord(part)) return;
    for (const [key, inner] of Object.entries(part)) {
      if (key === '_secret') {
        const name = secretName(inner);
        if (name !== undefined && secrets[name] === undefined) missing.add(name);
      } else if (!TOLERANT.has(key.split('.')[0] ?? '')) walk(inner);
    }
  }
}

/** The secrets that connections, requests and agents of an app need and that are not set. */
export function missingSecretsOf(files: BuildFiles, secrets: Secrets): string[] {
  const server = [...files.keys()].filter((path) =>
    /^connections\/|^pages\/.*\/requests\/|^api\/|^agents\//.test(path),
  );
  return [...new Set(server.flatMap((path) => missingSecrets(readJson(files, path), secrets)))].sort();
}

/** Whether sign-in on the app's own server would be impossible. */
export function lacksAuthSecret(files: BuildFiles, env: Record<string, string | undefined>): boolean {
  const auth = readJson(files, 'auth.json');
  const providers = isRecord(auth) ? auth.providers : undefined;
  return Array.isArray(providers) && providers.length > 0 && !env.NEXTAUTH_SECRET;
}

/** How a person sets a secret. */
export function environmentName(secret: string): string {
  return `${PREFIX}${secret}`;
}

function secretName(params: unknown): string | undefined {
  if (typeof params === 'string') return params.split('.')[0];
  if (!isRecord(params) || params.default !== undefined) return undefined;
  return typeof params.key === 'string' ? params.key.split('.')[0] : undefined;
}
