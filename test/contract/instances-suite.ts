import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Instance, InstanceStore } from '../../src/session/instance-store.ts';
import type { SessionStore } from '../../src/session/session-store.ts';

/** A place that several stores share, as several processes do. */
export interface SharedPlace {
  open(): SessionStore;
  /** As after the life of an instance that is silent. */
  silence(instanceId: string): Promise<void>;
  cleanUp(): Promise<void>;
}

const LONG = 60_000;

/** What a store does for instances that share it. */
export function describeInstances(name: string, makePlace: () => Promise<SharedPlace>): void {
  describe(`instances on one ${name}`, () => {
    let place: SharedPlace;
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
    const instancesOf = (store: SessionStore) => store.instances as InstanceStore;
    const instance = (id: string): Instance => ({ id, url: `http://127.0.0.1:1/${id}` });

    it('see one another while they live', async () => {
      const [here, there] = [instancesOf(open()), instancesOf(open())];
      expect(await here.beat(instance('a'), LONG)).toEqual([]);
      expect(await there.beat(instance('b'), LONG)).toEqual([instance('a')]);
      expect(await here.beat({ ...instance('a'), url: 'http://other' }, LONG)).toEqual([instance('b')]);
      expect(await there.beat(instance('b'), LONG)).toEqual([{ id: 'a', url: 'http://other' }]);
      await place.silence('a');
      expect(await there.beat(instance('b'), LONG)).toEqual([]);
      await here.beat(instance('a'), LONG);
      expect(await there.beat(instance('b'), LONG)).toEqual([instance('a')]);
      await here.leave('a');
      expect(await there.beat(instance('b'), LONG)).toEqual([]);
    });

    it('agree on one home, which stays while its instance lives', async () => {
      const all = ['a', 'b', 'c', 'd'].map((id) => ({ self: instance(id), store: instancesOf(open()) }));
      await Promise.all(all.map(({ self, store }) => store.beat(self, LONG)));
      const homes = await Promise.all(all.map(({ self, store }) => store.takeHome('live', self)));
      expect(new Set(homes.map(({ instance: { id } }) => id)).size).toBe(1);
      const [home] = homes;
      const others = all.filter(({ self }) => self.id !== home?.instance.id);
      for (const { self, store } of others) expect(await store.takeHome('live', self)).toEqual(home);
      expect((await others[0]?.store.takeHome('other', others[0].self))?.instance).toEqual(others[0]?.self);
    });

    it.each(['is silent', 'leaves'])('hand a home and its note on when its instance %s', async (how) => {
      const [here, there] = [instancesOf(open()), instancesOf(open())];
      await here.beat(instance('a'), LONG);
      await there.beat(instance('b'), LONG);
      expect(await here.takeHome('live', instance('a'))).toEqual({ instance: instance('a'), note: '' });
      await there.noteHome('live', 'b', 'not the home');
      await here.noteHome('live', 'a', 'where it was');
      if (how === 'leaves') await here.leave('a');
      else await place.silence('a');
      const taken = { instance: instance('b'), note: 'where it was' };
      expect(await there.takeHome('live', instance('b'))).toEqual(taken);
      await here.beat(instance('a'), LONG);
      expect(await here.takeHome('live', instance('a'))).toEqual(taken);
      await here.noteHome('live', 'a', 'late');
      expect(await there.takeHome('live', instance('b'))).toEqual(taken);
    });

    it('read the events of a stream in order, each once, until they are forgotten', async () => {
      const [here, there] = [open().events, open().events];
      const event = (stream: string, number: number) => ({
        stream,
        number,
        text: `{"n":"${number} \\u0000"}`,
      });
      await here?.append([event('a 1', 2), event('a 2', 3), event('a 1', 10)]);
      await there?.append([event('a 1', 1), { ...event('a 1', 2), text: 'again' }]);
      expect(await there?.read('a 1')).toEqual([event('a 1', 1), event('a 1', 2), event('a 1', 10)]);
      expect(await there?.read('a 3')).toEqual([]);
      await here?.forget(LONG);
      expect(await here?.read('a 2')).toHaveLength(1);
      await here?.forget(-LONG);
      expect(await here?.read('a 2')).toEqual([]);
    });

    it('use a name once', async () => {
      const all = Array.from({ length: 5 }, () => open());
      const used = await Promise.all(all.map((store) => store.useOnce?.('code 1', LONG)));
      expect(used.filter((isFirst) => isFirst)).toHaveLength(1);
      expect(await open().useOnce?.('code 1', LONG)).toBe(false);
      expect(await open().useOnce?.('code 2', LONG)).toBe(true);
    });
  });
}
