import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, it } from 'vitest';
import { newId } from '../../src/lib/new-id.ts';
import { createFileStore } from '../../src/stores/index.ts';
import { ratio, timed } from './ratio.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const SAVES = 25;

describe('file store', () => {
  const dir = mkdtempSync(join(tmpdir(), 'file-store-bench-'));
  afterAll(() => rmSync(dir, { recursive: true }));

  it('saves a record of 2 KB about as fast as a plain fsynced write', async () => {
    const store = createFileStore({ root: join(dir, 'save'), log });
    let record = await store.create({
      userId: 'ada',
      kind: 'app',
      name: 'A',
      data: { text: 'x'.repeat(1_700) },
    });
    const bytes = Buffer.from(JSON.stringify(record).padEnd(2_048));
    let files = 0;
    await ratio('file store save, vs a plain fsynced write', {
      ours: async () =>
        (await timed(async () => {
          for (let i = 0; i < SAVES; i++) record = await store.save(record);
        })) / SAVES,
      base: async () =>
        (await timed(async () => {
          for (let i = 0; i < SAVES; i++) {
            const file = await open(join(dir, `plain-${files++}`), 'wx', 0o600);
            await file.write(bytes);
            await file.sync();
            await file.close();
          }
        })) / SAVES,
      samples: 41,
      goal: '≥ 0.8x',
      kind: 'speed',
    });
  });

  it("lists one user's 20 sessions in the same time, however many others there are", async () => {
    const [alone, crowded] = [join(dir, 'alone'), join(dir, 'crowded')].map((root) =>
      createFileStore({ root, log }),
    );
    if (alone === undefined || crowded === undefined) throw new Error('unreachable');
    const sample = await alone.create({ userId: 'bob', kind: 'app', name: 'Sample' });
    for (const store of [alone, crowded]) {
      for (let i = 0; i < 20; i++) {
        await store.create({ userId: 'ada', kind: 'app', name: `${i}`, data: { text: 'x'.repeat(1_700) } });
      }
    }
    // The real layout, without the wait for the disk that a real create has.
    for (let i = 0; i < 10_000; i++) {
      const [userId, sessionId] = [`user${i % 1_000}`, newId('sess_')];
      const folder = join(dir, 'crowded', userId, sessionId);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'session-1.json'), JSON.stringify({ ...sample, sessionId, userId }));
    }
    const list = (store: typeof alone) => () =>
      timed(async () => {
        for (let i = 0; i < 10; i++) await store.list({ userId: 'ada' });
      });
    await ratio("list of one user's 20 sessions, others have 10,000 vs 0", {
      ours: list(crowded),
      base: list(alone),
      goal: 'flat, about 1x',
    });
  });
});
