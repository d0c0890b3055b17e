import { describe } from 'vitest';
import { describeEnd } from './session-store/end-cases.ts';
import { describeLease } from './session-store/lease-cases.ts';
import { describeList } from './session-store/list-cases.ts';
import { describeLog } from './session-store/log-cases.ts';
import { describeRecords } from './session-store/record-cases.ts';
import { describeShares } from './session-store/share-cases.ts';
import { type StoreUnderTest, useStore } from './session-store/store-fixture.ts';

/** What every store has to do, wherever it keeps sessions. */
export function describeSessionStore(name: string, makeStore: () => Promise<StoreUnderTest>): void {
  describe(`${name} store`, () => {
    const its = useStore(makeStore);
    describeRecords(its);
    describeList(its);
    describeLog(its);
    describeLease(its);
    describeEnd(its);
    describeShares(its);
  });
}
