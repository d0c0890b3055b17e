import { randomUUID } from 'node:crypto';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { latestVersion, readLatest, replaceVersion, writeVersion } from './versioned-file.ts';

const afterLink = vi.hoisted(() => ({ run: undefined as (() => void) | undefined }));
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const linkSync: typeof fs.linkSync = (from, to) => {
    fs.linkSync(from, to);
    const run = afterLink.run;
    afterLink.run = undefined;
    run?.();
  };
  return { ...fs, linkSync };
});

const durable = { durable: true };
// Without fsync a write runs to its end before it answers its promise, so it can be put between two steps.
const quick = { durable: false };

describe('versioned file', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'versioned-file-'));
  });
  afterEach(() => {
    afterLink.run = undefined;
    rmSync(dir, { recursive: true });
  });

  it('keeps only the current version, readable by its owner alone', async () => {
    expect(readLatest(dir, 'a')).toBeUndefined();
    expect(await writeVersion(dir, 'a', 1, 'one', durable)).toBe('written');
    expect(await writeVersion(dir, 'a', 2, 'two', durable)).toBe('written');
    expect(readLatest(dir, 'a')).toEqual({ version: 2, text: 'two' });
    expect(readdirSync(dir)).toEqual(['a-2.json']);
    expect(statSync(join(dir, 'a-2.json')).mode & 0o777).toBe(0o600);
  });

  it('orders versions as numbers', async () => {
    for (const n of [9, 10, 100, 99]) writeFileSync(join(dir, `a-${n}.json`), `${n}`);
    expect(readLatest(dir, 'a')).toEqual({ version: 100, text: '100' });
  });

  it('refuses a version that exists, one that is past, and one that skips ahead', async () => {
    for (const n of [1, 2, 3]) await writeVersion(dir, 'a', n, `${n}`, quick);
    for (const n of [1, 2, 3, 5, 9]) {
      expect(await writeVersion(dir, 'a', n, 'no', durable)).toBe('conflict');
    }
    expect(readLatest(dir, 'a')).toEqual({ version: 3, text: '3' });
    expect(readdirSync(dir)).toEqual(['a-3.json']);
  });

  it('lets one of many writers win', async () => {
    await writeVersion(dir, 'a', 1, 'one', durable);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, i) => writeVersion(dir, 'a', 2, `${i}`, durable)),
    );
    const winner = outcomes.indexOf('written');
    expect(outcomes.filter((outcome) => outcome === 'written')).toHaveLength(1);
    expect(readLatest(dir, 'a')).toEqual({ version: 2, text: `${winner}` });
    expect(readdirSync(dir)).toEqual(['a-2.json']);
  });

  it('refuses a writer that finds its slot free again because others went two versions further', async () => {
    await writeVersion(dir, 'a', 1, 'one', quick);
    const late = writeVersion(dir, 'a', 2, 'late', durable);
    const others = [writeVersion(dir, 'a', 2, 'two', quick), writeVersion(dir, 'a', 3, 'three', quick)];
    // The third version is there, and the second is being removed: that happens now.
    rmSync(join(dir, 'a-2.json'), { force: true });
    expect(await late).toBe('conflict');
    expect(await Promise.all(others)).toEqual(['written', 'written']);
    expect(readLatest(dir, 'a')).toEqual({ version: 3, text: 'three' });
    expect(readdirSync(dir)).toEqual(['a-3.json']);
  });

  it('refuses a late writer also when it comes from a version of its own', async () => {
    const own = { durable: true, isOwnPredecessor: true };
    await writeVersion(dir, 'a', 1, 'one', quick);
    expect(await writeVersion(dir, 'a', 2, 'two', own)).toBe('written');
    for (const n of [3, 4, 5]) await writeVersion(dir, 'a', n, `${n}`, quick);
    for (const n of [3, 4, 5]) expect(await writeVersion(dir, 'a', n, 'late', own)).toBe('conflict');
    expect(readLatest(dir, 'a')).toEqual({ version: 5, text: '5' });
    expect(readdirSync(dir)).toEqual(['a-5.json']);
  });

  it('tells a writer that it won although others have built on its version since', async () => {
    await writeVersion(dir, 'a', 1, 'one', quick);
    afterLink.run = () => {
      void writeVersion(dir, 'a', 2, 'loser', quick);
      void writeVersion(dir, 'a', 3, 'three', quick);
      void writeVersion(dir, 'a', 4, 'four', quick);
    };
    expect(await writeVersion(dir, 'a', 2, 'two', durable)).toBe('written');
    expect(readLatest(dir, 'a')).toEqual({ version: 4, text: 'four' });
  });

  it('lets the writer look at what it replaces', async () => {
    await writeVersion(dir, 'a', 1, 'one', quick);
    const check = (previous: string) => {
      if (previous === 'one') throw new Error('not this one');
    };
    await expect(writeVersion(dir, 'a', 2, 'two', { durable: true, check })).rejects.toThrow('not this one');
    expect(readLatest(dir, 'a')).toEqual({ version: 1, text: 'one' });
    expect(readdirSync(dir)).toEqual(['a-1.json']);
  });

  it('keeps two names in one folder apart', async () => {
    await writeVersion(dir, 'a', 1, 'a', quick);
    await writeVersion(dir, 'a-b', 1, 'ab', quick);
    await writeVersion(dir, 'a', 2, 'a2', quick);
    expect(readLatest(dir, 'a-b')).toEqual({ version: 1, text: 'ab' });
    expect(latestVersion(dir, 'b')).toBe(0);
  });

  it('removes what dead writers left, and nothing else', async () => {
    const [dead, live] = [`.tmp-${randomUUID()}`, `.tmp-${randomUUID()}`];
    const foreign = ['.tmp-mine', 'a-01.json', 'a-x.json', 'a-0.json', 'notes.txt'];
    for (const file of [dead, live, ...foreign]) {
      writeFileSync(join(dir, file), 'x');
      if (file !== live) utimesSync(join(dir, file), 1, 1);
    }
    await writeVersion(dir, 'a', 1, 'one', quick);
    expect(readdirSync(dir).sort()).toEqual([live, ...foreign, 'a-1.json'].sort());
  });

  it('fails on a dangling link instead of looking for a newer version for ever', async () => {
    symlinkSync(join(dir, 'nowhere'), join(dir, 'a-3.json'));
    expect(() => readLatest(dir, 'a')).toThrow('ENOENT');
  });

  it('leaves nothing behind when the folder is gone', async () => {
    const gone = join(dir, 'gone');
    expect(readLatest(gone, 'a')).toBeUndefined();
    await expect(writeVersion(gone, 'a', 1, 'one', durable)).rejects.toThrow('ENOENT');
    await expect(writeVersion(gone, 'a', 2, 'two', durable)).rejects.toThrow('ENOENT');
  });

  it('replaces the current version in place but never brings back an older one', async () => {
    await writeVersion(dir, 'a', 1, 'one', quick);
    replaceVersion(dir, 'a', 1, 'uno');
    expect(readFileSync(join(dir, 'a-1.json'), 'utf8')).toBe('uno');
    await writeVersion(dir, 'a', 2, 'two', quick);
    replaceVersion(dir, 'a', 1, 'again');
    expect(readdirSync(dir)).toEqual(['a-2.json']);
  });
});
