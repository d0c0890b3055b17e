import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOrCreateSecret } from '../auth/secret-file.ts';

/** What a server keeps of its own in the served folder: ports, page token, key. Made when first needed. */
export interface TandemFolder {
  path: string;
  /** Generated once, stored with mode 0600. */
  secret(name: 'ui-token' | 'mcp-key' | 'seal-key'): string;
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
