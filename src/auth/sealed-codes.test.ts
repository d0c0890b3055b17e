import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSealedCodes } from './sealed-codes.ts';

function instances() {
  const key = randomBytes(32);
  const used = new Set<string>();
  let time = 1_000_000;
  const useOnce = async (name: string) => !used.has(name) && used.add(name) !== undefined;
  const open = (with_ = key) => createSealedCodes({ key: () => with_, useOnce, now: () => time });
  return { open, pass: (ms: number) => (time += ms) };
}

test('a code that one instance issued works once, at any instance', async () => {
  const { open } = instances();
  const [here, there] = [open(), open()];
  const code = here.issue({ user: 'ada' });
  expect(await there.redeem(code)).toEqual({ user: 'ada' });
  expect(await there.redeem(code)).toBeUndefined();
  expect(await here.redeem(code)).toBeUndefined();
});

test('of two instances that redeem a code at the same time one gets it', async () => {
  const { open } = instances();
  const code = open().issue(1);
  const got = await Promise.all([open(), open(), open()].map((codes) => codes.redeem(code)));
  expect(got.filter((value) => value === 1)).toHaveLength(1);
});

test('a code that is too old, changed or sealed with another key opens nothing', async () => {
  const { open, pass } = instances();
  const codes = open();
  const code = codes.issue('x');
  const changed = Buffer.from(code, 'base64url');
  changed.writeUInt8(changed.readUInt8(20) ^ 1, 20);
  for (const wrong of [
    '',
    'x',
    'a'.repeat(100),
    changed.toString('base64url'),
    open(randomBytes(32)).issue('x'),
  ])
    expect(await codes.redeem(wrong)).toBeUndefined();
  pass(5 * 60_000);
  expect(await codes.redeem(code)).toBeUndefined();
});

test('says nothing to those who see it', () => {
  const code = instances().open().issue({ user: 'ada' });
  expect(Buffer.from(code, 'base64url').toString('latin1')).not.toContain('ada');
});
