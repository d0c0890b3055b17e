import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportJWK, exportSPKI, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JwtConfig } from './auth-config.ts';
import { createJwtVerifier } from './jwt-verifier.ts';

const ISSUER = 'https://id.example.com';
const AUDIENCE = 'tandem';

async function createSigner(kid: string, alg = 'ES256') {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, use: 'sig' };
  const sign = (claims: JWTPayload = {}, header: { kid?: string | undefined } = { kid }) => {
    const iat = Math.floor(Date.now() / 1000);
    return new SignJWT({ iss: ISSUER, aud: AUDIENCE, sub: 'ann', iat, exp: iat + 600, ...claims })
      .setProtectedHeader({ alg, ...(header.kid === undefined ? {} : { kid: header.kid }) })
      .sign(privateKey);
  };
  return { jwk, sign, publicKey, privateKey };
}
type Signer = Awaited<ReturnType<typeof createSigner>>;

let one: Signer;
let two: Signer;
let rsa: Signer;
let answer: { status: number; body: string };
let requests = 0;
const server = createServer((_, response) => {
  requests++;
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
});
let config: JwtConfig;
let dir: string;

beforeAll(async () => {
  [one, two, rsa] = await Promise.all([
    createSigner('one'),
    createSigner('two'),
    createSigner('rsa', 'RS256'),
  ]);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());
beforeEach(() => {
  requests = 0;
  answer = { status: 200, body: setOf(one, rsa) };
  const { port } = server.address() as AddressInfo;
  const jwksUrl = `http://127.0.0.1:${port}/keys?secret=1`;
  config = { type: 'jwt', issuer: ISSUER, audience: AUDIENCE, jwksUrl, rolesClaim: 'roles' };
  dir = mkdtempSync(join(tmpdir(), 'tandem-jwks-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(dir, { recursive: true, force: true });
});

const setOf = (...signers: Signer[]) => JSON.stringify({ keys: signers.map((signer) => signer.jwk) });
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

async function errorOf(token: string, own: JwtConfig = config) {
  const error = await createJwtVerifier(own)
    .verify(token)
    .then(
      () => Promise.reject(new Error('was accepted')),
      (thrown) => thrown,
    );
  // Neither the token nor any part of it may come back.
  for (const part of [token, ...token.split('.')].filter((text) => text.length > 8)) {
    expect(JSON.stringify([error, error.message, error.stack, String(error.cause)])).not.toContain(part);
  }
  return error as { code: string; message: string };
}

describe('verify', () => {
  it('gives the principal of a good token', async () => {
    const exp = Math.floor(Date.now() / 1000) + 60;
    const token = await one.sign({
      name: 'Ann',
      email: 'ann@example.com',
      roles: ['admin'],
      exp,
      secret: 'x',
    });
    expect(await createJwtVerifier(config).verify(token)).toEqual({
      userId: 'ann',
      roles: ['admin'],
      user: { id: 'ann', name: 'Ann', email: 'ann@example.com', roles: ['admin'] },
      kind: 'agent',
      name: 'Ann',
      local: false,
      expiresAt: exp,
    });
    expect(await createJwtVerifier(config).verify(await rsa.sign(), 'person')).toMatchObject({
      kind: 'person',
    });
  });

  it('fetches the key set once', async () => {
    const verifier = createJwtVerifier(config);
    expect(requests).toBe(0);
    for (let i = 0; i < 5; i++) await verifier.verify(await one.sign());
    expect(requests).toBe(1);
  });

  const past = Math.floor(Date.now() / 1000) - 60;
  it.each<[string, JWTPayload, string]>([
    ['another audience', { aud: 'other' }, 'audience other than'],
    ['no audience', { aud: undefined }, 'no "aud" claim'],
    ['another issuer', { iss: 'https://evil.com' }, 'issuer other than'],
    ['the issuer with a slash', { iss: `${ISSUER}/` }, 'issuer other than'],
    ['no issuer', { iss: undefined }, 'no "iss" claim'],
    ['an end in the past', { exp: past }, 'expired'],
    ['no end', { exp: undefined }, 'no "exp" claim'],
    ['an end that is text', { exp: '2099' as unknown as number }, '"exp" claim'],
    ['a start in the future', { nbf: past + 3600 }, 'not valid yet'],
    ['no user', { sub: undefined }, 'names no user'],
    ['an empty user', { sub: '' }, 'names no user'],
    ['an unverified email only', { sub: undefined, email: 'a@b.c', email_verified: false }, 'names no user'],
    ['the local user', { sub: 'local' }, 'reserved for this machine'],
  ])('refuses a token with %s', async (_, claims, sentence) => {
    expect(await errorOf(await one.sign(claims))).toMatchObject({
      code: 'unauthorized',
      message: expect.stringContaining(sentence),
    });
  });

  it('refuses a wrong signature, an unknown key, and a key that is not named', async () => {
    expect((await errorOf(await two.sign({}, { kid: 'one' }))).message).toContain(
      "token's signature is wrong",
    );
    expect((await errorOf(await two.sign())).message).toContain('key that is not in the key set');
    const token = await one.sign();
    const [header, , signature] = token.split('.');
    const forged = base64({ iss: ISSUER, aud: AUDIENCE, sub: 'root', exp: past + 3600 });
    expect((await errorOf(`${header}.${forged}.${signature}`)).message).toContain(
      "token's signature is wrong",
    );
    answer.body = setOf(one, two);
    expect((await errorOf(await one.sign({}, {}))).message).toContain('which key signed it');
  });

  it('refuses alg none in any spelling', async () => {
    const payload = base64({ iss: ISSUER, aud: AUDIENCE, sub: 'root', exp: past + 3600 });
    for (const alg of ['none', 'None', 'NONE', '']) {
      for (const signature of ['', 'AAAA']) {
        const error = await errorOf(`${base64({ alg, kid: 'one' })}.${payload}.${signature}`);
        expect(error.code).toBe('unauthorized');
      }
    }
  });

  it('refuses HS256 signed with the public key', async () => {
    const secrets = [await exportSPKI(rsa.publicKey), rsa.jwk.n ?? '', JSON.stringify(rsa.jwk)];
    for (const secret of secrets) {
      const body = `${base64({ alg: 'HS256', kid: 'rsa' })}.${base64({ iss: ISSUER, aud: AUDIENCE, sub: 'root', exp: past + 3600 })}`;
      const token = `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
      expect((await errorOf(token)).message).toContain('algorithm that is not accepted');
      const forced = { ...config, algorithms: ['HS256'] } as unknown as JwtConfig;
      await expect(createJwtVerifier(forced).verify(token)).rejects.toThrow();
    }
  });

  it('does not use keys that the token brings along', async () => {
    const body = { iss: ISSUER, aud: AUDIENCE, sub: 'root', exp: past + 3600 };
    const header = { alg: 'ES256', kid: 'two', jwk: two.jwk, jku: config.jwksUrl };
    const token = await new SignJWT(body).setProtectedHeader(header).sign(two.privateKey);
    expect((await errorOf(token)).code).toBe('unauthorized');
  });

  it('takes only the listed algorithms', async () => {
    const own: JwtConfig = { ...config, algorithms: ['RS256'] };
    expect((await errorOf(await one.sign(), own)).message).toContain('algorithm that is not accepted');
    expect(await createJwtVerifier(own).verify(await rsa.sign())).toMatchObject({ userId: 'ann' });
  });

  it.each([
    [''],
    ['x'],
    ['a.b.c'],
    ['..'],
    ['a.b.c.d.e'],
    ['x'.repeat(50_000)],
    [`${base64({})}.${base64({})}.AAAA`],
  ])('refuses what is no token (%#)', async (token) => {
    expect((await errorOf(token)).code).toBe('unauthorized');
  });
});

describe('a key set at an address', () => {
  it('is fetched again for a new key, but not for every unknown one', async () => {
    const verifier = createJwtVerifier(config);
    await verifier.verify(await one.sign());
    answer.body = setOf(two);
    for (let i = 0; i < 5; i++)
      await expect(verifier.verify(await two.sign())).rejects.toThrow('not in the key set');
    expect(requests).toBe(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 });
    expect(await verifier.verify(await two.sign())).toMatchObject({ userId: 'ann' });
    await expect(verifier.verify(await one.sign())).rejects.toThrow('not in the key set');
    expect(requests).toBe(2);
  });

  it.each([
    ['an error', { status: 500, body: '{}' }],
    ['a redirect', { status: 302, body: '{}' }],
    ['no JSON', { status: 200, body: '<html>' }],
    ['no key set', { status: 200, body: '{"keys":1}' }],
    [
      'a private or broken key',
      { status: 200, body: '{"keys":[{"kty":"EC","crv":"P-256","kid":"one","x":"a","y":"b"}]}' },
    ],
  ])('that answers with %s is unavailable, and works again once it is right', async (_, broken) => {
    const good = answer;
    const verifier = createJwtVerifier(config);
    answer = broken;
    const error = await verifier.verify(await one.sign()).catch((thrown) => thrown);
    expect(error).toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('/keys (mcp.auth.jwksUrl)'),
    });
    expect(error.message).not.toContain('secret=1');
    answer = good;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 601_000 });
    expect(await verifier.verify(await one.sign())).toMatchObject({ userId: 'ann' });
  });

  it('that nobody listens at is unavailable', async () => {
    const own = { ...config, jwksUrl: 'http://127.0.0.1:1/keys' };
    expect(await errorOf(await one.sign(), own)).toMatchObject({ code: 'unavailable' });
  });
});

describe('a key set in a file', () => {
  it('is read again when it changed', async () => {
    const jwksFile = join(dir, 'jwks.json');
    const verifier = createJwtVerifier({ ...config, jwksUrl: undefined, jwksFile });
    await expect(verifier.verify(await one.sign())).rejects.toMatchObject({ code: 'unavailable' });
    writeFileSync(jwksFile, setOf(one));
    expect(await verifier.verify(await one.sign())).toMatchObject({ userId: 'ann' });
    await expect(verifier.verify(await two.sign())).rejects.toMatchObject({ code: 'unauthorized' });
    writeFileSync(jwksFile, setOf(one, two));
    expect(await verifier.verify(await two.sign())).toMatchObject({ userId: 'ann' });
    writeFileSync(jwksFile, setOf(two));
    await expect(verifier.verify(await one.sign())).rejects.toMatchObject({ code: 'unauthorized' });
    for (const broken of ['{', '[]', '{"keys":{}}']) {
      writeFileSync(jwksFile, broken);
      await expect(verifier.verify(await two.sign())).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining(`${jwksFile} (mcp.auth.jwksFile)`),
      });
    }
    writeFileSync(jwksFile, setOf(two));
    expect(await verifier.verify(await two.sign())).toMatchObject({ userId: 'ann' });
  });
});
