import { timingSafeEqual } from 'node:crypto';
import { TandemError } from '../errors.ts';
import type { ApiKeyConfig } from './auth-config.ts';
import type { Principal } from './principal.ts';
import { sha256 } from './secret-equal.ts';

const MIN_LENGTH = 8;

export interface ApiKeys {
  /** The holder of a key that is meant for this kind of user. */
  find(key: string, kind?: Principal['kind']): Principal | undefined;
  /** The holder of the key with this id, as long as the key is configured. */
  byId(keyId: string, kind?: Principal['kind']): Principal | undefined;
  /** Names a key without giving it away: fit for cookies and logs. */
  idOf(key: string): string;
}

type Entry = { digest: Buffer; id: string; source: string; config: ApiKeyConfig['keys'][number] };

export function createApiKeys(config: ApiKeyConfig, env: Record<string, string | undefined>): ApiKeys {
  const entries: Entry[] = [];
  config.keys.forEach((entry, index) => {
    const { key, source } = readKey(entry, `mcp.auth.keys[${index}]`, env);
    const id = idOf(key);
    if (entry.user?.id === 'local')
      throw new TandemError(
        'invalid_config',
        `mcp.auth.keys[${index}].user.id must not be "local": that is the person at this machine.`,
      );
    const twin = entries.find((other) => other.id === id);
    if (twin) {
      throw new TandemError(
        'invalid_config',
        `${source} has the same key as ${twin.source}. Give every entry its own.`,
      );
    }
    // Only digests stay in memory here: nothing that is printed or dumped can hold a key.
    const { key: _, ...rest } = entry;
    entries.push({ digest: sha256(key), id, source, config: rest });
  });

  return {
    find(key, kind = 'agent') {
      const digest = sha256(key);
      let found: Entry | undefined;
      // Every entry is compared: the time taken must not tell which one matched.
      for (const entry of entries) if (timingSafeEqual(entry.digest, digest)) found = entry;
      return found && toHolder(found, kind);
    },
    byId(keyId, kind = 'agent') {
      const found = entries.find((entry) => entry.id === keyId);
      return found && toHolder(found, kind);
    },
    idOf,
  };
}

/** The prefix keeps the id from being a part of the digest that keys are compared by. */
function idOf(key: string): string {
  return `key_${sha256(`tandem key id\0${key}`).toString('hex').slice(0, 16)}`;
}

function readKey(
  entry: ApiKeyConfig['keys'][number],
  path: string,
  env: Record<string, string | undefined>,
): { key: string; source: string } {
  const source =
    entry.keyEnv === undefined ? `${path}.key` : `The environment variable ${entry.keyEnv} (${path}.keyEnv)`;
  const key = (entry.keyEnv === undefined ? entry.key : env[entry.keyEnv])?.trim();
  if (!key) {
    const fix = entry.keyEnv === undefined ? 'Write a key' : 'Set it to a key';
    throw new TandemError(
      'invalid_config',
      `${source} is not set or empty. ${fix}, for example from: openssl rand -hex 32`,
    );
  }
  if (key.length < MIN_LENGTH) {
    throw new TandemError(
      'invalid_config',
      `${source} is shorter than ${MIN_LENGTH} characters and could be guessed. Generate a key with: openssl rand -hex 32`,
    );
  }
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new TandemError(
      'invalid_config',
      `${source} contains a space or a character that is not allowed in a header. Generate a key with: openssl rand -hex 32`,
    );
  }
  return { key, source };
}

function toHolder(entry: Entry, kind: Principal['kind']): Principal | undefined {
  const meant = entry.config.for ?? kind;
  return meant === kind ? toPrincipal(entry, kind) : undefined;
}

function toPrincipal(entry: Entry, kind: Principal['kind']): Principal {
  const profile = structuredClone(entry.config.user ?? {}) as Partial<NonNullable<Entry['config']['user']>>;
  const roles = [...(entry.config.roles ?? profile.roles ?? [])];
  const userId = profile.id ?? profile.email ?? entry.id;
  return {
    userId,
    roles,
    // A key always names a signed-in user of the app, even one without a profile.
    user: { ...profile, roles: [...roles] },
    kind,
    name: profile.name ?? profile.email ?? userId,
    ...(kind === 'agent' && entry.config.name !== undefined && { agent: entry.config.name }),
    local: false,
  };
}
