import { createRandom } from '../random.mjs';
import { randomExpression } from './random-expression.ts';

/** What the engine must know of the types that pages are made of. */
export const METAS = {
  Box: { category: 'container' },
  List: { category: 'list', valueType: 'array' },
  Text: { category: 'display' },
  Words: { category: 'input', valueType: 'string' },
  Count: { category: 'input', valueType: 'number' },
  Switch: { category: 'input', valueType: 'boolean' },
  Many: { category: 'input', valueType: 'array' },
  Thing: { category: 'input', valueType: 'object' },
  Anything: { category: 'input', valueType: 'any' },
} as const;

export interface PageBlock {
  id: string;
  blockId: string;
  type: keyof typeof METAS;
  [key: string]: unknown;
}

const TYPES = Object.keys(METAS) as (keyof typeof METAS)[];
export const PAGE_ID = 'shadow';

/** A page as the build writes it, in the words of every generation: older engines know `areas`, newer ones `slots`. */
export function randomPage(seed: number): PageBlock {
  const random = createRandom(seed);
  const blockIds: string[] = [];
  const all: PageBlock[] = [];
  const blocks = Array.from({ length: 3 + random.below(8) }, () => makeBlock('', 0));
  for (const block of all) decorate(block);
  return toPage(blocks);

  function makeBlock(prefix: string, depth: number): PageBlock {
    const type = random.pick(depth < 3 ? TYPES : TYPES.slice(2));
    // Some share an id with another.
    const isTwin = random.chance(0.05) && blockIds.length > 0 && prefix === '';
    const blockId = isTwin
      ? random.pick(blockIds)
      : `${prefix}${random.chance(0.2) ? 'obj.' : ''}b${all.length}`;
    const block: PageBlock = { id: `block:${blockId}:${all.length}`, blockId, pageId: PAGE_ID, type };
    all.push(block);
    blockIds.push(blockId);
    if (type !== 'Box' && type !== 'List') return block;
    const inside = type === 'List' ? `${blockId}.$.` : prefix;
    const children = Array.from({ length: random.below(4) }, () => makeBlock(inside, depth + 1));
    const areas = { content: { blocks: children, ...(random.chance(0.2) && { gutter: { _state: 'n' } }) } };
    return Object.assign(block, { areas, slots: areas });
  }

  function decorate(block: PageBlock): void {
    const depth = block.blockId.split('$').length;
    const near = blockIds.filter((id) => id.split('$').length <= depth);
    const some = () => randomExpression(random, near);
    const add = (probability: number, make: () => object) => {
      if (random.chance(probability)) Object.assign(block, make());
    };
    add(0.8, () => ({
      properties: {
        title: some(),
        more: random.chance(0.4) ? [some(), { deep: some() }] : 1,
        // As the build marks where things were written.
        ...(random.chance(0.3) && { '~k': 'mark', fixed: { '~k': 'mark', when: new Date(0), list: [1] } }),
      },
    }));
    add(0.3, () => ({
      visible: random.chance(0.1) ? some() : { _ne: [some(), random.pick([null, 'x', 3, true])] },
    }));
    add(0.2, () => ({ required: random.pick([true, 'Needed', { _eq: [some(), true] }]) }));
    add(0.2, () => ({
      validate: [
        { pass: some(), message: random.pick(['bad', some()]), status: random.pick(['error', 'warning']) },
      ],
    }));
    for (const key of ['style', 'layout', 'skeleton', 'class']) add(0.1, () => ({ [key]: { a: some() } }));
    add(0.1, () => ({ loading: some() }));
    add(0.4, () => ({ events: toEvents({ onClick: [randomAction(some, near), randomAction(some, near)] }) }));
  }

  function randomAction(some: () => unknown, near: readonly string[]): object {
    const id = `a${random.below(1000)}`;
    return random.pick<() => object>([
      () => ({ id, type: 'SetState', params: { n: some() } }),
      () => ({ id, type: 'SetState', params: { m: { _not: { _state: 'm' } } } }),
      () => ({ id, type: 'SetState', params: { arr: [3, 1, { z: some() }] } }),
      () => ({ id, type: 'SetState', params: { obj: { x: some(), y: [1] } } }),
      () => ({ id, type: 'SetState', params: { 'obj.x': some(), 'deep.inside': [some()] } }),
      () => ({ id, type: 'SetState', params: { [random.pick(near)]: some() } }),
      () => ({ id, type: 'SetGlobal', params: { g: some() } }),
      () => ({ id, type: 'Reset' }),
      () => ({ id, type: 'Validate' }),
      () => ({ id, type: 'ResetValidation' }),
      () => ({ id, type: 'Request', params: random.pick(['rows', 'wrong']) }),
    ])();
  }
}

export function toPage(blocks: PageBlock[]): PageBlock {
  const content = { content: { blocks } };
  return {
    id: `page:${PAGE_ID}`,
    blockId: PAGE_ID,
    pageId: PAGE_ID,
    type: 'Box',
    areas: content,
    slots: content,
    requests: [{ requestId: 'rows' }, { requestId: 'wrong' }],
    events: toEvents({ onInit: [{ id: 'fill', type: 'SetState', params: { n: 1, arr: [1, 2] } }] }),
  };
}

/** Events as the build writes them. */
export function toEvents(events: Record<string, object[]>): object {
  return Object.fromEntries(
    Object.entries(events).map(([name, actions]) => [name, { try: actions, catch: [] }]),
  );
}
