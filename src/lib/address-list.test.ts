import { expect, test } from 'vitest';
import { createAddressList, isAddressRange, toPlainAddress } from './address-list.ts';

test.each([
  ['127.0.0.1', '127.0.0.1', true],
  ['127.0.0.1', '::ffff:127.0.0.1', true],
  ['::ffff:10.0.0.1', '10.0.0.1', true],
  ['127.0.0.1', '127.0.0.2', false],
  ['10.0.0.0/8', '10.255.3.4', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['10.0.0.0/8', '::ffff:10.1.2.3', true],
  ['fd00::/8', 'fd12::1', true],
  ['fd00::/8', 'fe80::1', false],
  ['0.0.0.0/0', '::1', false],
  ['::1', '0:0:0:0:0:0:0:1', true],
  ['10.0.0.1', 'not an address', false],
  ['10.0.0.1', undefined, false],
])('%s has %s: %s', (entry, address, expected) => {
  expect(createAddressList([entry]).has(address)).toBe(expected);
});

test.each([
  '',
  'localhost',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0/8',
  '::/129',
  '1.2.3.4/8/8',
  '::ffff:1.2.3.4/96',
])('"%s" is refused', (entry) => {
  expect(isAddressRange(entry)).toBe(false);
  expect(() => createAddressList([entry])).toThrow(RangeError);
});

test('an empty list has nothing', () => {
  expect(createAddressList([]).has('127.0.0.1')).toBe(false);
  expect(toPlainAddress('1.2.3.4, 5.6.7.8')).toBeUndefined();
});
