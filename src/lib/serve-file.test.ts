import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { TandemError } from '../errors.ts';
import { serveFile } from './serve-file.ts';

const base = mkdtempSync(join(tmpdir(), 'static-files-'));
const root = join(base, 'web');
mkdirSync(join(root, 'assets', 'folder.js'), { recursive: true });
mkdirSync(join(base, 'web-secret'));
writeFileSync(join(root, 'index.html'), '<p>hello');
writeFileSync(join(root, 'assets', 'a.js'), 'a()');
writeFileSync(join(root, 'assets', 'run.sh'), 'rm');
writeFileSync(join(root, 'assets', 'noending'), 'x');
writeFileSync(join(base, 'secret.json'), '{}');
writeFileSync(join(base, 'web-secret', 'key.json'), '{}');
symlinkSync(join(base, 'secret.json'), join(root, 'assets', 'out.json'));
symlinkSync(base, join(root, 'up'));
symlinkSync(join(root, 'assets', 'a.js'), join(root, 'inside.js'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe('serveFile', () => {
  test('answers a file with its type and the headers given', async () => {
    const response = await serveFile(root, 'index.html', { 'Cache-Control': 'no-store' });
    expect(await response.text()).toBe('<p>hello');
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  test('follows a link that stays inside', async () => {
    expect(await (await serveFile(root, 'inside.js')).text()).toBe('a()');
  });

  test.each([
    ['a missing file', 'assets/b.js'],
    ['dots', '../secret.json'],
    ['dots further in', 'assets/../../secret.json'],
    ['encoded dots', '%2e%2e/secret.json'],
    ['dots with backslashes', '..\\secret.json'],
    ['a folder whose name begins alike', '../web-secret/key.json'],
    ['an absolute path', join(base, 'secret.json')],
    ['a link that leads out', 'assets/out.json'],
    ['a linked folder that leads out', 'up/secret.json'],
    ['a NUL', 'index.html\0.js'],
    ['a NUL before the ending', 'index\0.html'],
    ['a folder', 'assets'],
    ['a folder named like a file', 'assets/folder.js'],
    ['the root', ''],
    ['an unknown type', 'assets/run.sh'],
    ['no type', 'assets/noending'],
    ['a name far too long', `${'a'.repeat(5000)}.js`],
  ])('has nothing for %s', async (_name, path) => {
    const error: unknown = await serveFile(root, path).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TandemError);
    expect(error).toMatchObject({ code: 'not_found' });
    expect(String(error)).not.toContain('EISDIR');
  });
});
