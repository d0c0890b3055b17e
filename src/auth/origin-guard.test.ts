import { describe, expect, it } from 'vitest';
import { checkMcpOrigin, checkPageOrigin } from './origin-guard.ts';

const forbidden = expect.objectContaining({ code: 'forbidden' });

describe('checkMcpOrigin', () => {
  const allowed = ['https://App.example.com/', 'http://localhost:5173', 'null', 'file:///x', '*', 'nonsense'];
  const check = (origin?: string, secFetchSite?: string) => () =>
    checkMcpOrigin({ origin, secFetchSite }, { allowed });

  it.each([
    [undefined, undefined],
    [undefined, 'none'],
    ['https://app.example.com', undefined],
    ['https://app.example.com', 'cross-site'],
    ['http://localhost:5173', 'same-site'],
  ])('lets Origin %j with Sec-Fetch-Site %j pass', (origin, site) => {
    expect(check(origin, site)).not.toThrow();
  });

  it.each([
    ['null', undefined],
    ['', undefined],
    ['*', undefined],
    ['nonsense', undefined],
    ['https://evil.com', undefined],
    ['http://localhost:8000', 'same-origin'],
    ['http://127.0.0.1:8000', undefined],
    ['http://localhost', undefined],
    ['https://localhost:5173', undefined],
    ['http://localhost:51730', undefined],
    ['http://app.example.com', undefined],
    ['https://app.example.com:8443', undefined],
    ['https://app.example.com.evil.com', undefined],
    ['https://app.example.com/', undefined],
    ['https://app.example.com, https://evil.com', undefined],
    ['https://evil.com@app.example.com', undefined],
    [undefined, 'cross-site'],
    [undefined, 'same-site'],
    [undefined, 'same-origin'],
    [undefined, 'whatever'],
  ])('refuses Origin %j with Sec-Fetch-Site %j', (origin, site) => {
    expect(check(origin, site)).toThrow(forbidden);
  });

  it('refuses every origin when none is configured', () => {
    expect(() =>
      checkMcpOrigin({ origin: 'http://localhost:8000', secFetchSite: undefined }, { allowed: [] }),
    ).toThrow(forbidden);
  });
});

describe('checkPageOrigin', () => {
  const own = 'http://localhost:8000';
  type Row = {
    origin?: string;
    site?: string;
    mode?: string;
    dest?: string;
    method?: string;
    required?: boolean;
  };
  const check = (row: Row) => () =>
    checkPageOrigin(
      {
        origin: row.origin,
        secFetchSite: row.site,
        secFetchMode: row.mode,
        secFetchDest: row.dest,
        method: row.method ?? 'GET',
      },
      { sameOrigin: own, originRequired: row.required },
    );

  it.each<Row>([
    {},
    { method: 'POST' },
    { origin: own, method: 'POST' },
    { origin: own, site: 'same-origin', mode: 'cors', method: 'POST' },
    { origin: own, required: true },
    { site: 'same-origin', mode: 'no-cors' },
    { site: 'none', mode: 'navigate', dest: 'document' },
    { site: 'cross-site', mode: 'navigate', dest: 'document' },
    { site: 'cross-site', mode: 'navigate' },
    { site: 'same-site', mode: 'navigate', dest: 'document' },
    { site: 'cross-site', mode: 'navigate', dest: 'document', method: 'HEAD' },
  ])('lets %j pass', (row) => {
    expect(check(row)).not.toThrow();
  });

  it.each<Row>([
    { required: true },
    { required: true, site: 'same-origin' },
    { origin: 'null', method: 'POST' },
    { origin: '' },
    { origin: 'https://evil.com' },
    { origin: 'http://127.0.0.1:8000' },
    { origin: 'http://localhost:8001' },
    { origin: 'http://localhost' },
    { origin: 'https://localhost:8000' },
    { origin: 'http://localhost:8000.evil.com' },
    { origin: 'http://localhost:8000/' },
    { origin: 'http://localhost:8001', site: 'same-site', mode: 'cors', method: 'POST' },
    { origin: 'https://evil.com', site: 'cross-site', mode: 'navigate', dest: 'document', method: 'POST' },
    { origin: 'https://evil.com', site: 'cross-site', mode: 'navigate', dest: 'document' },
    { origin: own, site: 'cross-site', mode: 'cors' },
    { site: 'cross-site', mode: 'no-cors', dest: 'image' },
    { site: 'same-site', mode: 'no-cors', dest: 'script' },
    { site: 'cross-site', mode: 'navigate', dest: 'iframe' },
    { site: 'same-site', mode: 'navigate', dest: 'object' },
    { site: 'cross-site', mode: 'navigate', dest: 'document', method: 'POST' },
    { site: 'cross-site', mode: 'websocket' },
    { site: 'cross-site' },
    { site: 'same-site' },
    { site: '' },
    { site: 'same-origin, cross-site' },
  ])('refuses %j', (row) => {
    expect(check(row)).toThrow(forbidden);
  });
});
