import { expect, test } from 'vitest';
import { SharedWork } from './shared-work.ts';

function createWork() {
  const ends: (() => void)[] = [];
  let count = 0;
  const work = async () => {
    const number = ++count;
    await new Promise<void>((resolve) => ends.push(resolve));
    return number;
  };
  const begun = async (number: number) => {
    while (ends.length < number) await new Promise((resolve) => setImmediate(resolve));
  };
  return { ends, work, begun };
}

test('what is asked for at the same time is done once, and never answered by work that had begun', async () => {
  const shared = new SharedWork<number>();
  const { ends, work, begun } = createWork();
  const first = [shared.do('a', work), shared.do('a', work)];
  await begun(1);
  const later = [shared.do('a', work), shared.do('a', work)];
  ends[0]?.();
  expect(await Promise.all(first)).toEqual([1, 1]);
  await begun(2);
  ends[1]?.();
  expect(await Promise.all(later)).toEqual([2, 2]);
});

test('other keys do not wait, and failed work is done again', async () => {
  const shared = new SharedWork<number>();
  const { ends, work, begun } = createWork();
  const one = shared.do('a', work);
  const other = shared.do('b', work);
  await begun(2);
  for (const end of ends) end();
  expect((await Promise.all([one, other])).toSorted()).toEqual([1, 2]);
  await expect(shared.do('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await shared.do('a', async () => 7)).toBe(7);
});
