import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createLogger } from '../../lib/logger.ts';
import { defaultLimits } from '../../session/limits.ts';
import { Sessions } from '../../session/sessions.ts';
import { createFileStore } from './file-store.ts';

vi.mock('node:fs', async (load) => {
  const fs = await load<typeof import('node:fs')>();
  return { ...fs, readFileSync: vi.fn(fs.readFileSync) };
});

const ANN = { userId: 'ann', kind: 'agent', name: 'Ann' } as const;

test('a call reads its session once, when it has the lease', async () => {
  const root = mkdtempSync(join(tmpdir(), 'file-store-'));
  try {
    const log = createLogger('silent');
    const sessions = new Sessions({
      store: createFileStore({ root, log }),
      limits: defaultLimits,
      kinds: [{ kind: 'app' }],
      log,
    });
    const { sessionId } = await sessions.create(ANN, { kind: 'app', name: 'x' });
    const use = () => sessions.use(ANN, { sessionId }, async (session) => session.log('used'));
    await use();
    vi.mocked(readFileSync).mockClear();
    await use();
    const read = vi.mocked(readFileSync).mock.calls.map(([file]) => String(file));
    expect(read.filter((file) => /session-\d+\.json$/.test(file))).toHaveLength(1);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
