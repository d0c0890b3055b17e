import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionKey, SessionStore } from '../../src/session/session-store.ts';
import { createFileStore } from '../../src/stores/index.ts';
import { describeBus } from './bus-suite.ts';
import { entry, future } from './session-store/store-fixture.ts';
import { describeSessionStore } from './session-store-suite.ts';

const silent = { debug() {}, info() {}, warn() {}, error() {} };

describeSessionStore('file', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'file-store-'));
  const store = createFileStore({ root: join(dir, 'sessions'), log: silent });
  return { store, cleanUp: async () => rmSync(dir, { recursive: true }) };
});

describeBus('files', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'file-store-'));
  const root = join(dir, 'sessions');
  return {
    open: () => createFileStore({ root, log: silent }),
    cleanUp: async () => rmSync(dir, { recursive: true }),
  };
});

describe('file store on disk', () => {
  let dir: string;
  let root: string;
  let warnings: string[];
  let store: SessionStore;
  let other: SessionStore;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'file-store-'));
    root = join(dir, 'deep', 'sessions');
    warnings = [];
    const log = { ...silent, warn: (message: string) => void warnings.push(message) };
    store = createFileStore({ root, log });
    other = createFileStore({ root, log: silent });
  });
  afterEach(async () => {
    await Promise.all([store.dispose(), other.dispose()]);
    rmSync(dir, { recursive: true });
  });

  const create = (userId = 'ada') => store.create({ userId, kind: 'live', name: 'A' });
  const folder = (key: SessionKey, user = key.userId) => join(root, user, key.sessionId);
  const names = async (userId = 'ada') => (await store.list({ userId })).sessions.map((s) => s.sessionId);

  it('writes nothing before the first create', async () => {
    const key = { sessionId: 'sess_00000000000000000000000000', userId: 'ada' };
    await store.get(key);
    await store.list({ userId: 'ada' });
    await store.close(key);
    await store.expire({ idleSince: future(), kinds: ['live'] });
    await store.prune({ endedBefore: future() });
    await expect(store.lease(key, { owner: 'a' })).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.appendLog(key, [entry(1)])).rejects.toMatchObject({ code: 'not_found' });
    expect(readdirSync(dir)).toEqual([]);
  });

  it('makes files readable by their owner only, keeps them out of git, and has one file per kind', async () => {
    const made = await create();
    await store.save(await store.save(made));
    await store.appendLog(made, [entry(1)]);
    const lease = await store.lease(made, { owner: 'a' });
    await lease.release();
    for (const path of [root, join(root, 'ada'), folder(made)]) expect(mode(path)).toBe(0o700);
    expect(readdirSync(folder(made)).sort()).toEqual(['lease-1.json', 'log.jsonl', 'session-3.json']);
    for (const file of readdirSync(folder(made))) expect(mode(join(folder(made), file))).toBe(0o600);
    expect(readFileSync(join(root, '.gitignore'), 'utf8')).toBe('*\n');
  });

  it("adds no .gitignore to somebody's files", async () => {
    mkdirSync(root, { recursive: true });
    writeFileSync(join(root, 'notes.txt'), 'mine');
    await create();
    expect(readdirSync(root)).not.toContain('.gitignore');
    expect(readdirSync(root)).toContain('notes.txt');
  });

  it('names user folders so that no id can leave the root or collide', async () => {
    for (const userId of ['ada', 'a_b-9', 'Ada', '../x', 'u_x', '', 'x'.repeat(65)]) await create(userId);
    const folders = readdirSync(root).filter((name) => !name.startsWith('.'));
    expect(folders.filter((name) => !/^u_[0-9a-f]{32}$/.test(name)).sort()).toEqual(['a_b-9', 'ada']);
    expect(folders).toHaveLength(7);
    expect(readdirSync(join(dir, 'deep'))).toEqual(['sessions']);
  });

  it('shows a session of a moved or copied folder to nobody', async () => {
    const made = await create();
    const eve = await create('eve');
    cpSync(folder(made), folder(made, 'eve'), { recursive: true });
    renameSync(folder(eve), join(root, 'eve', 'sess_11111111111111111111111111'));
    expect(await store.get({ ...made, userId: 'eve' })).toBeUndefined();
    expect(await store.get({ userId: 'eve', sessionId: 'sess_11111111111111111111111111' })).toBeUndefined();
    expect(await names('eve')).toEqual([]);
    expect(await store.expire({ idleSince: future(), kinds: ['live'], userId: 'eve' })).toEqual([]);
    expect(warnings).toHaveLength(2);
    expect(await store.get(made)).toEqual(made);
  });

  it('reports a damaged session once, leaves it alone, and says what to do when it is requested', async () => {
    const [bad, good] = [await create(), await create()];
    const file = join(folder(bad), 'session-1.json');
    for (const text of ['', '{"sessionId":', 'null', '[]', '{}']) {
      writeFileSync(file, text);
      await expect(store.get(bad)).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringMatching(
          /^The session in .*session-1\.json cannot be read: .* move .* away\.$/,
        ),
      });
      await expect(store.save(bad)).rejects.toMatchObject({ code: 'unavailable' });
      await expect(store.close(bad)).rejects.toMatchObject({ code: 'unavailable' });
      expect(await names()).toEqual([good.sessionId]);
      await store.expire({ idleSince: future(), kinds: ['live'], userId: 'nobody' });
      expect(await store.prune({ endedBefore: future() })).toBe(0);
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
    expect(warnings).toEqual([expect.stringContaining(file)]);
  });

  it('reports foreign files once each and leaves them alone', async () => {
    const made = await create();
    const foreign = [join(root, 'Notes.txt'), join(root, 'ada', 'todo'), join(root, 'ada', 'sess_x')];
    for (const path of foreign) writeFileSync(path, 'mine');
    const inSession = join(folder(made), 'session-x.json');
    writeFileSync(inSession, 'mine');
    for (let i = 0; i < 2; i++) {
      expect(await names()).toEqual([made.sessionId]);
      await store.expire({ idleSince: new Date(0), kinds: ['live'] });
      await store.prune({ endedBefore: future() });
    }
    expect(warnings.map((warning) => warning.split(': ')[0]).sort()).toEqual([...foreign].sort());
    await store.save(made);
    for (const path of [...foreign, inSession]) expect(readFileSync(path, 'utf8')).toBe('mine');
  });

  it('prunes a session without deleting files that somebody added', async () => {
    const made = await create();
    writeFileSync(join(folder(made), 'notes.txt'), 'mine');
    await store.close(made);
    expect(await store.prune({ endedBefore: future() })).toBe(1);
    expect(await store.get(made)).toBeUndefined();
    expect(warnings).toEqual([expect.stringContaining('were left there')]);
    const [left = ''] = readdirSync(join(root, 'ada')).filter((name) => name !== '.ended.jsonl');
    expect(readdirSync(join(root, 'ada', left))).toEqual(['notes.txt']);
  });

  it('completes what a killed prune or create left, and leaves what may be in progress', async () => {
    const made = await create();
    const now = Date.now();
    const [old, fresh] = [now - 3_600_000, now].map(
      (time, i) => `.pruned-${time}-sess_0000000000000000000000000${i}`,
    );
    for (const name of [old, fresh]) cpSync(folder(made), join(root, 'ada', `${name}`), { recursive: true });
    const [unborn, young] = ['sess_22222222222222222222222222', 'sess_33333333333333333333333333'];
    for (const name of [unborn, young]) mkdirSync(join(root, 'ada', name));
    utimesSync(join(root, 'ada', unborn), 1, 1);
    expect(await names()).toEqual([made.sessionId]);
    expect(await store.prune({ endedBefore: future() })).toBe(0);
    expect(readdirSync(join(root, 'ada')).sort()).toEqual([fresh, made.sessionId, young].sort());
    expect(warnings).toEqual([]);
  });

  it('skips a torn line of the log, and loses nothing after it', async () => {
    const made = await create();
    const log = join(folder(made), 'log.jsonl');
    await store.appendLog(made, [entry(1)]);
    appendFileSync(log, `\n${JSON.stringify([entry(2), entry(3)]).slice(0, -9)}`);
    expect(await store.readLog(made)).toEqual([entry(1)]);
    expect(warnings).toEqual([]);
    await store.appendLog(made, [entry(4), entry(5)]);
    appendFileSync(log, '42\n');
    for (let i = 0; i < 2; i++) expect(await store.readLog(made)).toEqual([entry(1), entry(4), entry(5)]);
    expect(warnings).toHaveLength(2);
  });

  it('shows the entries of a torn append completely or not at all', async () => {
    const made = await create();
    const log = join(folder(made), 'log.jsonl');
    await store.appendLog(made, [entry(1), entry(2), entry(3)]);
    const whole = readFileSync(log);
    for (let length = 0; length < whole.length - 1; length++) {
      writeFileSync(log, whole.subarray(0, length));
      expect(await store.readLog(made)).toEqual([]);
    }
  });

  it('lists sessions that have ended without reading them', async () => {
    const ended = await create();
    const open = await create();
    await store.close(ended);
    expect((await names()).sort()).toEqual([ended.sessionId, open.sessionId].sort());
    // Unreadable now, but still the same version.
    writeFileSync(join(folder(ended), 'session-2.json'), 'damaged');
    expect((await names()).sort()).toEqual([ended.sessionId, open.sessionId].sort());
    expect((await other.list({ userId: 'ada', status: 'closed' })).sessions).toHaveLength(1);
    expect(await store.users()).toEqual(['ada']);
    expect(warnings).toEqual([]);
  });

  it('repairs missing and wrong entries in the index of ended sessions', async () => {
    const [lost, changed] = [await create(), await create()];
    const closed = await store.close(changed);
    await store.close(lost);
    const index = join(root, 'ada', '.ended.jsonl');
    const lines = readFileSync(index, 'utf8');
    await store.save({ ...(closed ?? changed), name: 'Renamed' });
    // As after a kill between a save and its line, with foreign text in it.
    writeFileSync(index, `${lines}{"userId":\nnull\n`);
    const fresh = createFileStore({ root, log: silent });
    const list = async () =>
      (await fresh.list({ userId: 'ada' })).sessions.map(({ name, status }) => `${name} ${status}`).sort();
    expect(await list()).toEqual(['A closed', 'Renamed closed']);
    rmSync(index);
    expect(await list()).toEqual(['A closed', 'Renamed closed']);
    expect(readFileSync(index, 'utf8').split('\n').filter(Boolean)).toHaveLength(2);
    expect(await fresh.prune({ endedBefore: future() })).toBe(2);
    expect(await list()).toEqual([]);
    await fresh.dispose();
  });

  it('keeps its index small', async () => {
    const made = await create();
    await store.close(made);
    const index = join(root, 'ada', '.ended.jsonl');
    const line = readFileSync(index, 'utf8');
    appendFileSync(index, line.repeat(150));
    await store.prune({ endedBefore: new Date(0) });
    expect(readFileSync(index, 'utf8').trim()).toBe(line.trim());
    expect(await names()).toEqual([made.sessionId]);
    await store.prune({ endedBefore: future() });
    expect(await names()).toEqual([]);
  });

  it('works for two stores on one folder', async () => {
    const made = await create();
    const saved = await other.save({ ...made, name: 'B' });
    expect(await store.get(made)).toEqual(saved);
    await expect(store.save(made)).rejects.toMatchObject({ code: 'conflict' });
    const third = await store.save(saved);
    const fourth = await other.save(third);
    await other.save(fourth);
    await expect(store.save(third)).rejects.toMatchObject({ code: 'conflict' });
    await other.appendLog(made, [entry(1)]);
    expect(await store.readLog(made)).toEqual([entry(1)]);

    const lease = await store.lease(made, { owner: 'first' });
    await expect(other.lease(made, { owner: 'b', waitMs: 0 })).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('by first.'),
    });
    const waiting = other.lease(made, { owner: 'second', waitMs: 60_000 });
    await lease.release();
    await waiting;
    await expect(store.lease(made, { owner: 'c', waitMs: 0 })).rejects.toMatchObject({ code: 'busy' });
    await other.dispose();
    await (await store.lease(made, { owner: 'd', waitMs: 60_000 })).release();
  });

  it('does not read the folders of other users for a list', async () => {
    const made = await create();
    const eve = await create('eve');
    writeFileSync(join(folder(eve), 'session-1.json'), 'damaged');
    expect(await names()).toEqual([made.sessionId]);
    expect(warnings).toEqual([]);
  });

  it.skipIf(process.getuid?.() === 0)('says in words that it may not write', async () => {
    const made = await create();
    chmodSync(folder(made), 0o500);
    await expect(store.save(made)).rejects.toMatchObject({ code: 'unavailable' });
    chmodSync(folder(made), 0o700);
  });

  it('reports in words that the folder cannot be created', async () => {
    writeFileSync(join(dir, 'deep'), 'a file');
    await expect(create()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(`Sessions cannot be written in ${root}`),
    });
  });
});

function mode(path: string): number {
  return statSync(path).mode & 0o777;
}
