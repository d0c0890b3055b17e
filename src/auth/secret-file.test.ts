import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readOrCreateSecret } from './secret-file.ts';

const { beforeLink } = vi.hoisted(() => ({ beforeLink: vi.fn() }));
vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  const linkSync = (from: string, to: string) => {
    beforeLink(from);
    fs.linkSync(from, to);
  };
  return { ...fs, linkSync };
});

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tandem-secret-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const modeOf = (path: string) => statSync(path).mode & 0o777;
const invalid = (sentence: string) =>
  expect.objectContaining({ code: 'invalid_config', message: expect.stringContaining(sentence) });

describe('readOrCreateSecret', () => {
  it('makes 256 random bits that only the owner can read, in a folder of the same kind', () => {
    const path = join(dir, '.tandem', 'ui-token');
    beforeLink.mockImplementationOnce((temporary: string) => expect(modeOf(temporary)).toBe(0o600));
    const secret = readOrCreateSecret(path);
    expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(modeOf(path)).toBe(0o600);
    expect(modeOf(join(dir, '.tandem'))).toBe(0o700);
    expect(readdirSync(join(dir, '.tandem'))).toEqual(['ui-token']);
    expect(readOrCreateSecret(path)).toBe(secret);
    expect(readOrCreateSecret(join(dir, '.tandem', 'mcp-key'))).not.toBe(secret);
  });

  it('leaves the mode of a folder that exists', () => {
    const folder = join(dir, 'base');
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    readOrCreateSecret(join(folder, 'ui-token'));
    expect(modeOf(folder)).toBe(0o755);
  });

  it('keeps a secret that the owner wrote, without its line ends, and closes it to others', () => {
    const path = join(dir, 'ui-token');
    writeFileSync(path, '  my-own-secret-of-24-chars\r\n');
    chmodSync(path, 0o644);
    expect(readOrCreateSecret(path)).toBe('my-own-secret-of-24-chars');
    expect(modeOf(path)).toBe(0o600);
  });

  it.each([[''], ['\n'], ['short'], ['two words that are long enough'], ['binary\0\0\0\0\0\0\0\0\0\0\0\0']])(
    'refuses a file with %j',
    (content) => {
      const path = join(dir, 'ui-token');
      writeFileSync(path, content);
      expect(() => readOrCreateSecret(path)).toThrow(invalid('does not contain a secret. Delete it'));
      expect(readFileSync(path, 'utf8')).toBe(content);
    },
  );

  it('says which file cannot be read', () => {
    const path = join(dir, 'ui-token');
    mkdirSync(path);
    expect(() => readOrCreateSecret(path)).toThrow(invalid(path));
  });

  it('says which file cannot be written', () => {
    writeFileSync(join(dir, 'file'), '');
    const path = join(dir, 'file', 'ui-token');
    expect(() => readOrCreateSecret(path)).toThrow(invalid(path));
    expect(existsSync(path)).toBe(false);
  });

  it.skipIf(process.getuid?.() === 0)('says that a file of mode 000 cannot be read', () => {
    const path = join(dir, 'ui-token');
    writeFileSync(path, 'x'.repeat(43), { mode: 0o000 });
    expect(() => readOrCreateSecret(path)).toThrow(invalid('EACCES'));
  });

  it('gives two processes that race the same secret', () => {
    const path = join(dir, 'race', 'ui-token');
    let other: string | undefined;
    beforeLink.mockImplementationOnce(() => {
      expect(existsSync(path)).toBe(false);
      other = readOrCreateSecret(path);
    });
    expect(readOrCreateSecret(path)).toBe(other);
    expect(readFileSync(path, 'utf8').trim()).toBe(other);
    expect(readdirSync(join(dir, 'race'))).toEqual(['ui-token']);
  });

  it('does without links where the file system has none', () => {
    const path = join(dir, 'ui-token');
    beforeLink.mockImplementationOnce(() => {
      throw Object.assign(new Error('no links'), { code: 'EPERM' });
    });
    expect(readOrCreateSecret(path)).toBe(readOrCreateSecret(path));
    expect(modeOf(path)).toBe(0o600);
    expect(readdirSync(dir)).toEqual(['ui-token']);
  });

  it('leaves nothing behind when it fails', () => {
    beforeLink.mockImplementationOnce(() => {
      throw Object.assign(new Error('disk full'), { code: 'ENOSPC' });
    });
    expect(() => readOrCreateSecret(join(dir, 'ui-token'))).toThrow(invalid('ENOSPC'));
    expect(readdirSync(dir)).toEqual([]);
  });
});
