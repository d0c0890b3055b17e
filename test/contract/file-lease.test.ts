import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SessionKey, SessionStore } from '../../src/session/session-store.ts';
import { createFileStore } from '../../src/stores/index.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };

describe('file store leases', () => {
  let root: string;
  let store: SessionStore;
  let other: SessionStore;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'file-lease-'));
    store = createFileStore({ root, log });
    other = createFileStore({ root, log });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all([store.dispose(), other.dispose()]);
    rmSync(root, { recursive: true });
  });

  const create = () => store.create({ userId: 'ada', kind: 'live', name: 'A' });
  const folder = (key: SessionKey) => join(root, key.userId, key.sessionId);

  it("takes over a killed process's lease without waiting for its age", async () => {
    const made = await create();
    const child = spawn(
      process.execPath,
      [fileURLToPath(new URL('lease-child.mjs', import.meta.url)), root, made.userId, made.sessionId],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const exited = once(child, 'exit');
    await once(child.stdout, 'data');
    await expect(store.lease(made, { owner: 'a', waitMs: 0 })).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining(`pid ${child.pid}`),
    });
    child.kill('SIGKILL');
    await exited;
    await (await store.lease(made, { owner: 'a', waitMs: 0 })).release();
  });

  it('takes over from a pid that belongs to another process now', async () => {
    const made = await create();
    await store.lease(made, { owner: 'a' });
    const file = join(folder(made), 'lease-1.json');
    const text = JSON.parse(readFileSync(file, 'utf8'));
    writeFileSync(file, JSON.stringify({ ...text, processStart: '1' }));
    await (await other.lease(made, { owner: 'b', waitMs: 0 })).release();
  });

  it('takes over from a holder on another machine after a long silence', async () => {
    const made = await create();
    const file = join(folder(made), 'lease-1.json');
    writeFileSync(
      file,
      JSON.stringify({
        owner: 'far',
        pid: 999_999_999,
        host: 'elsewhere',
        processStart: '',
        released: false,
      }),
    );
    await expect(store.lease(made, { owner: 'a', waitMs: 0 })).rejects.toMatchObject({ code: 'busy' });
    utimesSync(file, Date.now() / 1000 - 20, Date.now() / 1000 - 20);
    const lease = await store.lease(made, { owner: 'a', waitMs: 0 });
    expect(existsSync(file)).toBe(false);
    await lease.release();
  });

  it('expires a damaged lease by its age', async () => {
    const made = await create();
    const file = join(folder(made), 'lease-7.json');
    writeFileSync(file, '{"pid":');
    await expect(store.lease(made, { owner: 'a', waitMs: 0 })).rejects.toMatchObject({ code: 'busy' });
    utimesSync(file, 1, 1);
    await (await store.lease(made, { owner: 'a', waitMs: 0 })).release();
  });

  it('sends heartbeats, and notifies the holder when the lease was lost', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const made = await create();
    const lease = await store.lease(made, { owner: 'a' });
    const file = join(folder(made), 'lease-1.json');
    utimesSync(file, 1, 1);
    vi.advanceTimersByTime(5_000);
    expect(statSync(file).mtimeMs).toBeGreaterThan(Date.now() - 10_000);
    expect(lease.lost.aborted).toBe(false);

    utimesSync(file, 1, 1);
    const next = await other.lease(made, { owner: 'b', waitMs: 0 });
    vi.advanceTimersByTime(5_000);
    expect(lease.lost.aborted).toBe(true);
    expect(next.lost.aborted).toBe(false);
    await lease.release();
    await expect(store.lease(made, { owner: 'c', waitMs: 0 })).rejects.toMatchObject({ code: 'busy' });
  });

  it('can be lost while its file still exists', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const made = await create();
    const lease = await store.lease(made, { owner: 'a' });
    writeFileSync(join(folder(made), 'lease-2.json'), '{}');
    vi.advanceTimersByTime(5_000);
    expect(lease.lost.aborted).toBe(true);
  });

  it('is lost with its session', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const made = await create();
    const lease = await store.lease(made, { owner: 'a' });
    await store.close(made);
    expect(await store.prune({ endedBefore: new Date(Date.now() + 60_000) })).toBe(1);
    vi.advanceTimersByTime(5_000);
    expect(lease.lost.aborted).toBe(true);
    await lease.release();
    expect(existsSync(folder(made))).toBe(false);
  });
});
