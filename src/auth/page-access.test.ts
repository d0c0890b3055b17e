import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPageAccess } from './page-access.ts';
import type { Grant, Subject } from './page-grant.ts';

const SECRET = 'the-ui-token-of-this-folder-43-characters-x';
const principal = { userId: 'ann', roles: ['a'], user: { id: 'ann' }, kind: 'person', name: 'Ann' } as const;
const claims = (exp: number): Subject => ({
  t: 'claims',
  principal: { ...principal, roles: [...principal.roles] },
  exp,
});
const page: Grant = { audience: 'page', subject: { t: 'local' } };

function setUp(secret = SECRET) {
  const clock = { ms: 1_700_000_000_000 };
  return { clock, access: createPageAccess({ secret: () => secret, now: () => clock.ms }) };
}

describe('codes', () => {
  it('give the grant once', async () => {
    const { access } = setUp();
    const code = access.issueCode({ audience: 'views', subject: { t: 'key', id: 'key_1' } });
    expect(await access.redeem(code)).toEqual({ audience: 'views', subject: { t: 'key', id: 'key_1' } });
    expect(await access.redeem(code)).toBeUndefined();
  });

  it('need no secret', async () => {
    const access = createPageAccess({
      secret: () => {
        throw new Error('asked for too early');
      },
    });
    expect(await access.redeem(access.issueCode(page))).toEqual(page);
  });
});

describe('cookies', () => {
  it.each<[Subject]>([[{ t: 'local' }], [{ t: 'key', id: 'key_1' }], [claims(1_700_009_999)]])(
    'give back %j, after a restart too',
    (subject) => {
      const value = setUp().access.sealCookie({ audience: 'page', subject }, 3600);
      expect(value).toMatch(/^[A-Za-z0-9_.-]+$/);
      expect(setUp().access.openCookie(value, 'page')).toEqual(subject);
    },
  );

  it('carry no more of a principal than is needed', () => {
    const { access } = setUp();
    const subject = {
      t: 'claims' as const,
      principal: { ...claimsPrincipal(), local: false, expiresAt: 1 },
      exp: 2e9,
    };
    const value = access.sealCookie({ audience: 'page', subject }, 60);
    expect(atob(value.split('.')[0] ?? '')).not.toContain('expiresAt');
    expect(access.openCookie(value, 'page')).toEqual({ t: 'claims', principal: claimsPrincipal(), exp: 2e9 });
  });

  it('do not open for the other audience', () => {
    const { access } = setUp();
    expect(access.openCookie(access.sealCookie(page, 60), 'views')).toBeUndefined();
    expect(access.openCookie(access.sealCookie({ ...page, audience: 'views' }, 60), 'page')).toBeUndefined();
  });

  it('do not open with another secret, as that of a server on another port', () => {
    const value = setUp().access.sealCookie(page, 60);
    expect(setUp(`${SECRET}2`).access.openCookie(value, 'page')).toBeUndefined();
  });

  it('end in time, and with the token they come from', () => {
    const { access, clock } = setUp();
    const long = access.sealCookie(page, 60);
    const short = access.sealCookie({ audience: 'page', subject: claims(1_700_000_030) }, 60);
    clock.ms += 29_999;
    expect(access.openCookie(short, 'page')).toBeDefined();
    clock.ms += 1;
    expect(access.openCookie(short, 'page')).toBeUndefined();
    clock.ms += 29_999;
    expect(access.openCookie(long, 'page')).toBeDefined();
    clock.ms += 1;
    expect(access.openCookie(long, 'page')).toBeUndefined();
  });

  it('do not open with any bit flipped', () => {
    const { access } = setUp();
    const value = access.sealCookie({ audience: 'page', subject: claims(1_700_009_999) }, 60);
    const bytes = Buffer.from(value, 'latin1');
    for (let at = 0; at < bytes.length; at++) {
      for (let bit = 0; bit < 8; bit++) {
        const changed = Buffer.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        expect(
          access.openCookie(changed.toString('latin1'), 'page'),
          `byte ${at} bit ${bit}`,
        ).toBeUndefined();
      }
    }
  });

  it('do not open cut, grown, stitched or made up', () => {
    const { access } = setUp();
    const value = access.sealCookie(page, 60);
    const other = access.sealCookie({ audience: 'page', subject: { t: 'key', id: 'key_1' } }, 60);
    const [payload = '', mac = ''] = value.split('.');
    const [otherPayload = ''] = other.split('.');
    const forged = Buffer.from(JSON.stringify({ v: 1, aud: 'page', sub: { t: 'local' }, iat: 0, exp: 2e9 }));
    const text = forged.toString('base64url');
    const rawMac = createHmac('sha256', SECRET).update(text).digest('base64url');
    const bad = [
      undefined,
      '',
      '.',
      '..',
      payload,
      `${payload}.`,
      `.${mac}`,
      `${value}.`,
      `${value}=`,
      ` ${value}`,
      value.slice(0, -1),
      `${value}A`,
      `${otherPayload}.${mac}`,
      `${text}.${mac}`,
      `${text}.${rawMac}`,
      `${text}.${access.pageToken(text)}`,
      'x'.repeat(1_000_000),
    ];
    for (const candidate of bad) expect(access.openCookie(candidate, 'page'), candidate).toBeUndefined();
    expect(access.openCookie(value, 'page')).toBeDefined();
  });

  it('are refused when a browser would drop them', () => {
    const subject = claims(2e9) as Extract<Subject, { t: 'claims' }>;
    subject.principal.user = { about: 'x'.repeat(4000) };
    expect(() => setUp().access.sealCookie({ audience: 'page', subject }, 60)).toThrow(
      expect.objectContaining({
        code: 'limit_reached',
        message: expect.stringContaining('mcp.auth.userClaims'),
      }),
    );
  });

  it('do not contain the secret', () => {
    const { access } = setUp();
    const value = access.sealCookie(page, 60);
    const all = JSON.stringify([access, value, atob(value.split('.')[0] ?? ''), access.pageToken(value)]);
    expect(all).not.toContain(SECRET);
  });
});

describe('page tokens', () => {
  it('are bound to the cookie', () => {
    const { access, clock } = setUp();
    const first = access.sealCookie(page, 60);
    clock.ms += 1000;
    const second = access.sealCookie(page, 60);
    const token = access.pageToken(first);
    expect(access.checkPageToken(first, token)).toBe(true);
    expect(access.checkPageToken(second, token)).toBe(false);
    expect(setUp(`${SECRET}2`).access.checkPageToken(first, token)).toBe(false);
  });

  it('are refused when wrong, whatever their length', () => {
    const { access } = setUp();
    const cookie = access.sealCookie(page, 60);
    const token = access.pageToken(cookie);
    for (const bad of [
      undefined,
      '',
      'x',
      token.slice(1),
      `${token}x`,
      cookie,
      SECRET,
      'é',
      'x'.repeat(100_000),
    ]) {
      expect(access.checkPageToken(cookie, bad)).toBe(false);
    }
    expect(access.checkPageToken(undefined, token)).toBe(false);
    expect(access.checkPageToken('', access.pageToken(''))).toBe(false);
  });

  it('are worth nothing with a cookie of live views or one that ended', () => {
    const { access, clock } = setUp();
    const live = access.sealCookie({ ...page, audience: 'views' }, 60);
    expect(access.checkPageToken(live, access.pageToken(live))).toBe(false);
    const cookie = access.sealCookie(page, 60);
    clock.ms += 60_000;
    expect(access.checkPageToken(cookie, access.pageToken(cookie))).toBe(false);
  });
});

describe('isUiToken', () => {
  it.each([
    [`Bearer ${SECRET}`, true],
    [`bearer ${SECRET}`, true],
    [SECRET, false],
    [`Basic ${SECRET}`, false],
    [`Bearer ${SECRET}x`, false],
    [`Bearer ${SECRET.slice(1)}`, false],
    ['Bearer x', false],
    ['Bearer ', false],
    ['', false],
    [undefined, false],
  ])('says of %j: %j', (header, expected) => {
    expect(setUp().access.isUiToken(header)).toBe(expected);
  });
});

function claimsPrincipal() {
  return { ...principal, roles: [...principal.roles] };
}
