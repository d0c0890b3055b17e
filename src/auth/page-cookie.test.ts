import { describe, expect, it } from 'vitest';
import { cookieName, readCookie, toSetCookie } from './page-cookie.ts';

describe('page cookies', () => {
  it('have one name per audience and port', () => {
    expect(cookieName('page', 8000)).toBe('tandem_page_8000');
    expect(cookieName('views', 8001)).toBe('tandem_live_8001');
  });

  it('are out of reach of scripts and other sites', () => {
    const options = { name: 'tandem_page_8000', value: 'v.m', maxAgeSeconds: 60.9 };
    const attributes = (secure: boolean) =>
      toSetCookie({ ...options, secure })
        .split('; ')
        .sort();
    const plain = ['HttpOnly', 'Max-Age=60', 'Path=/', 'SameSite=Lax', 'tandem_page_8000=v.m'];
    expect(attributes(false)).toEqual(plain);
    expect(attributes(true)).toEqual([...plain, 'Secure'].sort());
  });

  it('come back as they were set, whatever is in them', () => {
    const value = 'eyJ2IjoxfQ.a-b_c=%25;"\r\n, é';
    const set = toSetCookie({ name: 'tandem_page_8000', value, maxAgeSeconds: 60, secure: false });
    const [pair = ''] = set.split(';');
    expect(readCookie(pair, 'tandem_page_8000')).toBe(value);
  });

  it.each([
    ['tandem_page_8000=a.b', 'a.b'],
    ['x=1; tandem_page_8000=a.b; y=2', 'a.b'],
    ['x=1;tandem_page_8000=a.b', 'a.b'],
    ['tandem_page_8000=a=b', 'a=b'],
    ['tandem_page_8000=first; tandem_page_8000=second', 'first'],
    ['tandem_page_8000=', ''],
    ['tandem_page_80000=a.b', undefined],
    ['tandem_live_8000=a.b', undefined],
    ['TANDEM_PAGE_8000=a.b', undefined],
    ['xtandem_page_8000=a.b', undefined],
    ['tandem_page_8000', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('are read from %j as %j', (header, value) => {
    expect(readCookie(header, cookieName('page', 8000))).toBe(value);
  });
});
