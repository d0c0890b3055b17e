import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** SQLite counts this far without returning to JavaScript: most of a minute. */
const SPIN =
  'with recursive n(i) as (select 1 union all select i + 1 from n where i < 300000000) select max(i) from n';

const FILES = {
  'tandem.yaml': `areas: [lowdefy]
mcp:
  limits:
    requestsPerMinute: 1000000
    maxSessionsPerUser: 100000
    maxConnectionsPerUser: 1000
    appBusySeconds: 5
`,
  'lowdefy.yaml': `lowdefy: 4.0.0-rc.11
name: Faults
connections:
  - { id: db, type: Knex, properties: { client: sqlite3, connection: { filename: data.db }, useNullAsDefault: true } }
pages:
  - id: home
    type: Box
    requests:
      - { id: spin, type: KnexRaw, connectionId: db, properties: { query: "${SPIN}" } }
    blocks:
      - { id: name, type: TextInput }
      - { id: spin_button, type: Button, events: { onClick: [{ id: go, type: Request, params: spin }] } }
`,
};

/** The sessions of the clients take less than 2 MB a minute. */
const sizeMb = (minutes) => 64 + 4 * minutes;

/** The served folder: on its own small file system if that may be mounted, so that it can be filled. */
export function createFolder({ mayMount, minutes }) {
  const outer = mkdtempSync(join(tmpdir(), 'tandem-faults-'));
  const path = join(outer, 'app');
  mkdirSync(path);
  const isMounted = mayMount && mount(path, sizeMb(minutes));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(path, name), text);
  const ballast = join(path, '.ballast');
  return {
    path,
    isMounted,
    fill() {
      const file = openSync(ballast, 'w');
      try {
        // Whole pages first, then the rest; the last write is the one that fails.
        for (const size of [1 << 20, 4096]) writeUntilFull(file, Buffer.alloc(size));
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(ballast, { force: true }),
    remove() {
      if (isMounted) execFileSync('umount', ['-l', path]);
      rmSync(outer, { recursive: true, force: true });
    },
  };
}

function mount(path, megabytes) {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function writeUntilFull(file, block) {
  for (;;) {
    try {
      if (writeSync(file, block) < block.length) return;
    } catch (error) {
      if (error.code === 'ENOSPC') return;
      throw error;
    }
  }
}
