import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newSecret, readOrCreateSecret, readSecret, writeSecret } from '../auth/secret-file.ts';
import type { SessionStore } from '../session/session-store.ts';

const SECRETS = ['ui-token', 'mcp-key', 'seal-key', 'metrics-key'] as const;

/** What a server keeps of its own in the served folder: ports, page token, key. Made when first needed. */
export interface TandemFolder {
  path: string;
  /** Generated once, stored with mode 0600. */
  secret(name: (typeof SECRETS)[number]): string;
  /** The secret, if there is one already. */
  knownSecret(name: (typeof SECRETS)[number]): string | undefined;
  /** Keeps a secret that was made elsewhere, for `tandem open` and for people. */
  keepSecret(name: (typeof SECRETS)[number], secret: string): void;
  readPort(name: 'ui-port' | 'mcp-port'): number | undefined;
  writePorts(ports: { ui: number; mcp: number }): void;
}

export function openTandemFolder(dir: string): TandemFolder {
  const path = join(dir, '.tandem');
  const make = () => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    writeFileSync(join(path, '.gitignore'), '*\n', { mode: 0o600 });
  };
  const secrets = new Map<string, string>();
  return {
    path,
    secret(name) {
      const known = secrets.get(name);
      if (known !== undefined) return known;
      make();
      const secret = readOrCreateSecret(join(path, name));
      secrets.set(name, secret);
      return secret;
    },
    knownSecret: (name) => readSecret(join(path, name)),
    keepSecret(name, secret) {
      if (secrets.get(name) === secret) return;
      make();
      writeSecret(join(path, name), secret);
      secrets.set(name, secret);
    },
    readPort(name) {
      try {
        const port = Number(readFileSync(join(path, name), 'utf8').trim());
        return Number.isInteger(port) && port > 0 && port < 65536 ? port : undefined;
      } catch {
        return undefined;
      }
    },
    writePorts({ ui, mcp }) {
      make();
      writeFileSync(join(path, 'ui-port'), `${ui}\n`, { mode: 0o600 });
      writeFileSync(join(path, 'mcp-port'), `${mcp}\n`, { mode: 0o600 });
    },
  };
}

/**
 * The folder, with secrets from the store if the store shares them among instances. The first instance brings those of its
 * folder, so that a move to a database ends nobody's key.
 */
export async function withSharedSecrets(folder: TandemFolder, store: SessionStore): Promise<TandemFolder> {
  if (!store.madeOnce) return folder;
  const shared = await Promise.all(
    SECRETS.map(
      async (name) => [name, await store.madeOnce?.(name, folder.knownSecret(name) ?? newSecret())] as const,
    ),
  );
  const secrets = new Map(shared);
  return {
    ...folder,
    secret(name) {
      const secret = secrets.get(name) ?? folder.secret(name);
      folder.keepSecret(name, secret);
      return secret;
    },
  };
}
