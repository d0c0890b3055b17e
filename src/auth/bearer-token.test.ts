import { describe, expect, it } from 'vitest';
import { parseBearer } from './bearer-token.ts';

describe('parseBearer', () => {
  it.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER   abc ', 'abc'],
    ['Bearer a.b-c_d~e+f/g=', 'a.b-c_d~e+f/g='],
    [undefined, undefined],
    ['', undefined],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Bearerabc', undefined],
    ['Basic abc', undefined],
    ['abc', undefined],
    ['Bearer abc def', undefined],
    ['Bearer abc, Bearer def', undefined],
    ['Bearer abc\r\nX: y', undefined],
    ['Bearer ab\0c', undefined],
    ['Bearer schlüssel', undefined],
  ])('reads %j as %j', (header, expected) => {
    expect(parseBearer(header)).toBe(expected);
  });
});
