import { expect, test } from 'vitest';
import { createSealer } from './seal.ts';

const binding = { userId: 'ann', tool: 'book', arguments: { from: 'BRU', to: { city: 'OSL', day: 3 } } };
const sealer = (options: { secret?: string; lifetimeSeconds?: number } = {}) =>
  createSealer({
    secret: () => options.secret ?? 'a secret',
    lifetimeSeconds: options.lifetimeSeconds ?? 60,
  });
const refused = { code: 'invalid_input', message: expect.stringContaining('Call the tool again') };

test('what was sealed comes out as it was', async () => {
  const state = { own: [1, 'two', null], asked: { flight: 'ask_1' } };
  const sealed = await sealer().seal(state, binding);
  expect(await sealer().open(sealed, binding)).toEqual(state);
});

test('the client cannot read it', async () => {
  const sealed = await sealer().seal({ own: 'the-gate-code' }, binding);
  const readable = sealed.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'));
  expect(readable.join()).not.toMatch(/the-gate-code|ann|book/);
});

test('the order of keys in the arguments means nothing, at any depth', async () => {
  const sealed = await sealer().seal('state', binding);
  const reordered = { ...binding, arguments: { to: { day: 3, city: 'OSL' }, from: 'BRU' } };
  expect(await sealer().open(sealed, reordered)).toBe('state');
});

test('no arguments are the same as empty ones', async () => {
  const sealed = await sealer().seal('state', { ...binding, arguments: undefined });
  expect(await sealer().open(sealed, { ...binding, arguments: {} })).toBe('state');
});

test.each([
  ['another user', { ...binding, userId: 'ben' }],
  ['another tool', { ...binding, tool: 'rebook' }],
  ['another argument', { ...binding, arguments: { from: 'BRU', to: { city: 'OSL', day: 4 } } }],
  ['one argument more', { ...binding, arguments: { ...binding.arguments, seats: 2 } }],
  ['no arguments', { ...binding, arguments: undefined }],
])('it is refused for %s', async (_what, other) => {
  const sealed = await sealer().seal('state', binding);
  await expect(sealer().open(sealed, other)).rejects.toMatchObject(refused);
});

test('it is refused when its time is over', async () => {
  const sealed = await sealer({ lifetimeSeconds: -1 }).seal('state', binding);
  await expect(sealer().open(sealed, binding)).rejects.toMatchObject(refused);
});

test('it is refused by a server with another secret', async () => {
  const sealed = await sealer({ secret: 'another secret' }).seal('state', binding);
  await expect(sealer().open(sealed, binding)).rejects.toMatchObject(refused);
});

test('it is refused when it is too long, before anybody tries to read it', async () => {
  const sealed = await sealer().seal('x'.repeat(70_000), binding);
  await expect(sealer().open(sealed, binding)).rejects.toMatchObject({
    ...refused,
    cause: expect.objectContaining({ message: 'too long' }),
  });
});

test('the secret is not asked for before something is sealed', () => {
  const secret = () => {
    throw new Error('asked for');
  };
  expect(() => createSealer({ secret, lifetimeSeconds: 60 })).not.toThrow();
});
