import type { EngineBlock } from '../../src/lowdefy/engine/engine-types.ts';
import type { Random } from '../random.mjs';
import { type Side, toLocation } from './side.ts';

export interface Step {
  what: string;
  run(side: Side): unknown;
}

const VALUES: Record<string, unknown[]> = {
  string: ['x', 'abc', '', null],
  number: [0, 3, -1.5, null],
  boolean: [true, false],
  array: [[], [1, 2], [{ a: 1 }], null],
  object: [{ x: 1 }, { y: [2] }, null],
  date: [new Date(0), new Date(1e12), null],
  any: ['x', 3, true, [1], { x: 1 }, null],
};

/** Something that a person, an action or a client could do now. */
export function randomStep(random: Random, side: Side, count: number): Step {
  const all = side.blocks();
  const at = random.below(all.length);
  const block = all[at] as EngineBlock;
  const same = (other: Side) => other.blocks()[at] as EngineBlock;
  const update = (other: Side) => other.context._internal.update();
  const roll = random.below(100);
  if (roll < 35 && block.setValue) {
    const { valueType = 'any' } = block.meta as { valueType?: string };
    const value = random.pick(VALUES[valueType] ?? []);
    return {
      what: `setValue ${block.blockId}`,
      run: (other) => same(other).setValue?.(structuredClone(value)),
    };
  }
  const [name] = Object.keys(block.Events.events);
  if (roll < 65 && name !== undefined)
    return {
      what: `${name} of ${block.blockId}`,
      run: async (other) => (await same(other).triggerEvent({ name, event: { count } })).success,
    };
  if (roll < 75 && block.pushItem) return randomListStep(random, block, same);
  const steps: (() => Step)[] = [
    () => {
      const field = random.pick(['n', 'm', 'arr', 'arr.1', 'obj', 'obj.x', 'deep.inside', block.blockId]);
      const value = random.pick<unknown>([true, null, 'x', 3, [1, 2], { x: 1, y: [2] }]);
      const run = ({ context }: Side) => {
        context._internal.State.set(field, structuredClone(value));
        context._internal.update();
      };
      return { what: `state ${field}`, run };
    },
    () => ({
      what: 'another address',
      run: (other) => {
        const { globals } = other.lowdefy._internal as { globals: { window: Record<string, unknown> } };
        globals.window.location = toLocation(`?q=${count % 3}`);
        other.lowdefy.inputs[other.context.id] = { i: count % 2 };
        update(other);
      },
    }),
    () => ({
      what: 'global state in place',
      run: (other) => {
        other.lowdefy.lowdefyGlobal.g = count;
        other.lowdefy.lowdefyGlobal.deep = { a: count % 3 };
        update(other);
      },
    }),
    () => ({
      what: 'another user, menu and window',
      run: (other) => {
        const { globals } = other.lowdefy._internal as { globals: { window: Record<string, unknown> } };
        other.lowdefy.user = { name: `B${count}`, roles: [count] };
        other.lowdefy.menus = [{ menuId: 'default', links: [count] }];
        globals.window.innerWidth = 500 + count * 10;
        update(other);
      },
    }),
    () => ({
      what: 'state changed past the engine',
      run: (other) => {
        const { arr, obj } = other.context.state as { arr?: unknown; obj?: unknown };
        if (Array.isArray(arr)) arr.push(count);
        if (typeof obj === 'object' && obj !== null && !Array.isArray(obj)) Object.assign(obj, { x: count });
        update(other);
      },
    }),
    () => ({
      what: 'request',
      run: ({ context }) => {
        const { Requests } = context._internal as unknown as {
          Requests: { callRequests(call: object): unknown };
        };
        return Requests.callRequests({ params: ['rows'], blockId: 'shadow', arrayIndices: [] });
      },
    }),
    () => ({ what: 'nothing', run: update }),
  ];
  return random.pick(steps)();
}

function randomListStep(random: Random, list: EngineBlock, same: (side: Side) => EngineBlock): Step {
  const size = (list.subSlots ?? list.subAreas)?.length;
  const methods = ['pushItem', 'pushItem', 'unshiftItem'] as const;
  const others = ['removeItem', 'moveItemUp', 'moveItemDown'] as const;
  const index = random.below(2);
  const method = random.chance(0.5) ? random.pick(methods) : random.pick(others);
  const run = (side: Side) => {
    const block = same(side);
    if (method === 'pushItem' || method === 'unshiftItem') return block[method]?.();
    // What the engine does with items that are not there is no matter of ours.
    const items = itemsOf(side, block);
    if (items > index + 1) block[method]?.(index);
    return size;
  };
  return { what: `${method} ${list.blockId}`, run };
}

function itemsOf({ context }: Side, list: EngineBlock): number {
  const inside = list.subSlots ?? list.subAreas;
  if (inside) return inside.length;
  const items = list.blockId
    .split('.')
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], context.state);
  return Array.isArray(items) ? items.length : 0;
}
