import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cookieName } from '../../src/auth/page-cookie.ts';
import { type GuardedServer, startGuardedServer } from './guards/guarded-server.ts';
import { type RawResponse, sendRaw } from './guards/raw-request.ts';

let server: GuardedServer;
beforeAll(async () => {
  server = await startGuardedServer();
});
afterAll(() => server[Symbol.asyncDispose]());

function open(path: string, host = 'localhost', headers: Record<string, string> = {}): Promise<RawResponse> {
  return sendRaw(server.ui, { path, headers: { Host: `${host}:${server.ui}`, ...headers } });
}

async function requestCode(path: string): Promise<RawResponse> {
  return sendRaw(server.ui, {
    method: 'POST',
    path: '/api/code',
    body: JSON.stringify({ path }),
    headers: {
      Host: `localhost:${server.ui}`,
      Authorization: `Bearer ${server.uiToken}`,
      'Content-Type': 'application/json',
    },
  });
}

async function newAddress(path = '/'): Promise<URL> {
  return new URL((JSON.parse((await requestCode(path)).body) as { url: string }).url);
}

describe('a code in an address', () => {
  test('is exchanged for a cookie and removed from the address', async () => {
    const address = await newAddress('/asks/a1?from=mail');
    expect(address.origin).toBe(`http://localhost:${server.ui}`);
    const response = await open(`${address.pathname}${address.search}`);
    expect(response.status).toBe(303);
    expect(response.headers.location).toBe('/asks/a1?from=mail');
    expect(response.headers['cache-control']).toBe('no-store');
    expect(response.headers['referrer-policy']).toBe('no-referrer');
    const [cookie = '', ...others] = response.cookies;
    expect(others).toEqual([]);
    const [pair = '', ...attributes] = cookie.split('; ');
    expect(pair.startsWith(`${cookieName('page', server.ui)}=`)).toBe(true);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=2592000', 'Path=/', 'SameSite=Lax']);
    const status = await open('/api/status', 'localhost', { Cookie: pair });
    expect(status.status).toBe(200);
    expect(JSON.parse(status.body)).toMatchObject({ user: { userId: 'local' } });
  });

  test('works once', async () => {
    const { search } = await newAddress();
    expect((await open(`/${search}`)).cookies).toHaveLength(1);
    const again = await open(`/${search}`);
    expect(again).toMatchObject({ status: 303, cookies: [] });
    expect(again.headers.location).toBe('/');
  });

  test('is not used up by a HEAD request, as link previews send', async () => {
    const { search } = await newAddress();
    const request = { method: 'HEAD', path: `/${search}` };
    await sendRaw(server.ui, {
      ...request,
      headers: { Host: `localhost:${server.ui}`, Connection: 'close' },
    });
    expect((await open(`/${search}`)).cookies).toHaveLength(1);
  });

  test('made for the page is useless at the origin of live views, and is used up', async () => {
    const { search } = await newAddress();
    expect((await open(`/${search}`, '127.0.0.1')).cookies).toEqual([]);
    expect((await open(`/${search}`)).cookies).toEqual([]);
  });

  test('that is wrong, empty, long or repeated signs nobody in', async () => {
    for (const code of ['', 'x', 'x'.repeat(8000), '%00', '../..']) {
      const response = await open(`/?code=${code}&code=y`);
      expect(response).toMatchObject({ status: 303, cookies: [] });
      expect(response.headers.location).toBe('/');
    }
  });

  test('never sends the browser to another host', async () => {
    for (const path of ['//evil.example/', '///evil.example', '/.//evil.example/', '//evil.example\\@x/']) {
      const { headers, status } = await open(`${path}?code=x`);
      if (status !== 400) expect(headers.location).toMatch(/^\/[^/\\]/);
    }
  });

  test('is issued for our own page only', async () => {
    const paths = [
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      'http://evil.example/',
      'x',
      '',
      '//',
    ];
    for (const path of paths) {
      const { status, body } = await requestCode(path);
      expect({ path, status }).toEqual({ path, status: 400 });
      expect(body).toContain('The path must start with one');
    }
  });
});

describe('cookies', () => {
  test('of one origin do not open the other, whatever their name', async () => {
    const value = (cookie: string) => cookie.slice(cookie.indexOf('=') + 1);
    const asked = [
      { path: '/api/status', host: 'localhost', own: 'page', other: 'views' },
      { path: '/1/view', host: '127.0.0.1', own: 'views', other: 'page' },
    ] as const;
    for (const { path, host, own, other } of asked) {
      const name = cookieName(own, server.ui);
      expect((await open(path, host, { Cookie: server.cookie(own) })).status).toBe(200);
      expect((await open(path, host, { Cookie: server.cookie(other) })).status).toBe(401);
      expect((await open(path, host, { Cookie: `${name}=${value(server.cookie(other))}` })).status).toBe(401);
    }
  });

  test('of a server on another port do not count, nor do forged ones', async () => {
    const cookie = server.cookie('page');
    const [name = '', value = ''] = cookie.split('=');
    const wrong = [
      cookie.replace(String(server.ui), String(server.ui + 1)),
      `${name}=${value.slice(1)}`,
      `${name}=${value}x`,
      `${name}=${value}.x`,
      `${name}=.${value.split('.')[1]}`,
      `${name}=`,
    ];
    for (const Cookie of wrong) expect((await open('/api/status', 'localhost', { Cookie })).status).toBe(401);
  });
});

test('without a cookie a browser sees how to sign in, and nothing else', async () => {
  for (const path of ['/', '/asks/ask_1', '/nothing/there']) {
    const response = await open(path, 'localhost', { Accept: 'text/html' });
    expect(response.status).toBe(401);
    expect(response.body).toContain('tandem open');
    expect(response.body).not.toContain(server.dir);
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    expect(response.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  }
});

test('secrets are readable by their owner only', () => {
  const folder = join(server.dir, '.tandem');
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  for (const name of ['ui-token', 'mcp-key']) {
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    // 256 random bits; 128 would be the least.
    expect(Buffer.from(readFileSync(join(folder, name), 'utf8').trim(), 'base64url')).toHaveLength(32);
  }
});
