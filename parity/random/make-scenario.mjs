import { BLOCKS } from './make-blocks.mjs';
import { makePage } from './make-page.mjs';

const STEPS = 10;

/** A page and a script for it. Much of a script cannot be done at its time; then both sides must say so. */
export function makeScenario(seed) {
  const { config, blocks, random } = makePage(seed);
  const usable = blocks.filter(({ type, block }) => stepsOf(random, type, block).length > 0);
  const [free, covered] = [[], []];
  for (const one of usable)
    (['Modal', 'Drawer', 'ConfirmModal'].includes(one.type) ? covered : free).push(one);
  const steps = Array.from({ length: STEPS }, () => {
    if (random.chance(0.05)) return { do: 'restart' };
    if (random.chance(0.06)) return { do: 'click', block: 'other_back' };
    const from = covered.length > 0 && random.chance(0.2) ? covered : free;
    const { id, type, block } = random.pick(from);
    const at = id.replaceAll('$', () => String(random.chance(0.7) ? 0 : 1));
    return { ...random.pick(stepsOf(random, type, block)), block: at };
  });
  return { name: `seed ${seed}`, config, scenario: { name: `seed ${seed}`, pageId: config.id, steps } };
}

function stepsOf(random, type, block) {
  return BLOCKS[type].steps?.(random, block) ?? [];
}
