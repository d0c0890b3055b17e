import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { LogEntry, SessionRecord } from '../../../src/session/session-record.ts';
import type { NewSession, SessionKey, SessionStore } from '../../../src/session/session-store.ts';

export interface StoreUnderTest {
  store: SessionStore;
  cleanUp(): Promise<void>;
}

/** A fresh store for each test, and the two calls that nearly every test begins with. */
export interface StoreFixture {
  readonly store: SessionStore;
  create(input?: Partial<NewSession>): Promise<SessionRecord>;
  get(key: SessionKey): Promise<SessionRecord>;
}

export const USER = 'ada';
export const UNKNOWN_ID = 'sess_00000000000000000000000000';
export const HOSTILE_IDS = [
  '',
  '.',
  '..',
  '../x',
  'a/b',
  'sess_',
  `${UNKNOWN_ID}/..`,
  'sess_\0',
  '__proto__',
  'CON',
  'ü',
];
export const HOSTILE_USERS = [
  '',
  '.',
  '..',
  '../x',
  'a/b',
  '/etc',
  'CON',
  'u_x',
  'Ada',
  'ада',
  '__proto__',
  'x'.repeat(10_000),
];
// Both are the same in UTF-8, so a store that hashes bytes sees one user where there are two.
export const LONE_SURROGATES = ['\ud800', '\ud801'];

export function useStore(makeStore: () => Promise<StoreUnderTest>): StoreFixture {
  let current: StoreUnderTest | undefined;
  beforeEach(async () => {
    current = await makeStore();
  });
  afterEach(async () => {
    vi.useRealTimers();
    await current?.store.dispose();
    await current?.cleanUp();
  });
  const fixture: StoreFixture = {
    get store() {
      return current?.store ?? never();
    },
    create: (input) => fixture.store.create({ userId: USER, kind: 'live', name: 'A session', ...input }),
    get: async (key) => (await fixture.store.get(key)) ?? never(),
  };
  return fixture;
}

export function entry(n: number, more: Record<string, unknown> = {}): LogEntry {
  const actor = { kind: 'agent', userId: USER, name: 'Claude' } as const;
  return { timestamp: '2026-01-01T00:00:00.000Z', actor, action: 'note', n, ...more };
}

export function future(): Date {
  return new Date(Date.now() + 60_000);
}

export function at<T>(list: readonly T[], index: number): T {
  return list[index] ?? never();
}

export function never(): never {
  throw new Error('the test expected something to be there');
}

export function onlyConflict(error: unknown): undefined {
  expect(error).toMatchObject({ code: 'conflict' });
}
