import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createLogger } from '../../lib/logger.ts';
import { limitsSchema } from '../../session/limits.ts';
import { Sessions } from '../../session/sessions.ts';
import { createFileStore } from './file-store.ts';

vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>();
  return { ...fs, readdirSync: vi.fn(fs.readdirSync) };
});

const ANN = { userId: 'ann', kind: 'agent', name: 'Ann' } as const;

test('making a session reads no more folders when many are open', async () => {
  const root = mkdtempSync(join(tmpdir(), 'session-listing-'));
  try {
    const log = createLogger('silent');
    const limits = limitsSchema.parse({ maxSessionsPerUser: 1000 });
    const sessions = new Sessions({
      store: createFileStore({ root, log }),
      limits,
      kinds: [{ kind: 'app' }],
      log,
    });
    const foldersRead = async () => {
      vi.mocked(readdirSync).mockClear();
      await sessions.create(ANN, { kind: 'app', name: 'x' });
      return vi.mocked(readdirSync).mock.calls.length;
    };
    const reads: number[] = [];
    for (let made = 0; made < 230; made++) reads.push(await foldersRead());
    expect(reads.at(-1)).toBe(reads[5]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
