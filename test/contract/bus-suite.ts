import { EventEmitter, on } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SessionStore } from '../../src/session/session-store.ts';
import type { SharedPlace } from './instances-suite.ts';
import { entry } from './session-store/store-fixture.ts';

/** What stores at one place tell one another. */
export function describeBus(name: string, makePlace: () => Promise<Omit<SharedPlace, 'silence'>>): void {
  describe(`the bus of ${name}`, () => {
    let place: Omit<SharedPlace, 'silence'>;
    let stores: SessionStore[];
    beforeEach(async () => {
      place = await makePlace();
      stores = [];
    });
    afterEach(async () => {
      await Promise.all(stores.map((store) => store.dispose()));
      await place.cleanUp();
    });
    const open = () => {
      const store = place.open();
      stores.push(store);
      return store;
    };
    /** What a store hears of others' writes, one after the other. */
    function hear(store: SessionStore) {
      const news = new EventEmitter();
      const told = on(news, 'told');
      const stop = store.onOthersChange?.((key) =>
        news.emit('told', key && `${key.sessionId} ${key.userId}`),
      );
      return { next: async () => (await told.next()).value[0] as string | undefined, stop };
    }

    it('says who wrote to which session, to all others and not to the writer', async () => {
      const [here, there, third] = [open(), open(), open()];
      const heard = [hear(here), hear(there), hear(third)];
      // They listen; what was before is not known.
      for (const { next } of heard) expect(await next()).toBeUndefined();
      const made = await here.create({ userId: 'a "user"', kind: 'app', name: 'A' });
      const key = `${made.sessionId} a "user"`;
      const atOthers = async () => {
        for (const { next } of heard.slice(1)) expect(await next()).toBe(key);
      };
      await atOthers();
      const saved = await here.save(made);
      await atOthers();
      await here.appendLog(made, [entry(1)]);
      await atOthers();
      await here.close(saved);
      await atOthers();
      // What it hears first is of another, although it wrote before.
      const other = await there.create({ userId: 'ben', kind: 'app', name: 'B' });
      expect(await heard[0]?.next()).toBe(`${other.sessionId} ben`);
    });

    it('carries words of one to all others', async () => {
      const [here, there] = [open(), open()];
      const heard = hear(there);
      const news = new EventEmitter();
      const told = on(news, 'told');
      there.onTold?.((text) => news.emit('told', text));
      expect(await heard.next()).toBeUndefined();
      here.tell?.('"quoted" ü');
      expect((await told.next()).value).toEqual(['"quoted" ü']);
      there.tell?.('own words');
      here.tell?.('last');
      expect((await told.next()).value).toEqual(['last']);
    });

    it('says nothing to those who no longer listen', async () => {
      const [here, there] = [open(), open()];
      const [left, stays] = [hear(there), hear(there)];
      expect(await stays.next()).toBeUndefined();
      expect(await left.next()).toBeUndefined();
      left.stop?.();
      let isTold = false;
      void left.next().then(() => {
        isTold = true;
      });
      await here.create({ userId: 'ada', kind: 'app', name: 'A' });
      expect(await stays.next()).toContain('ada');
      expect(isTold).toBe(false);
    });
  });
}
