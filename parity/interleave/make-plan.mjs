import { createRandom } from '../../test/random.mjs';

const STEPS = 14;
const WORDS = ['amber', 'birch', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron', 'inlet', 'jetty'];

/** What a person and an agent do at the same time in one session: the same for the same seed. `after` waits so many milliseconds first. */
export function makePlan(seed) {
  const random = createRandom(seed);
  let count = 0;
  /** One of a kind, so that what is lost or doubled is noticed. */
  const words = () => `${random.pick(WORDS)} ${random.pick(WORDS)} ${++count}`;
  const after = () => random.pick([0, 0, 0, 5, 20, 60, 120, 250]);
  return {
    person: steps([
      () => ({ do: 'type', block: 'p_note', text: words(), keyMs: keyMs() }),
      () => ({ do: 'type', block: 'p_story', text: words(), keyMs: keyMs() }),
      () => ({ do: 'type', block: 'note', text: `p ${words()}`, keyMs: keyMs() }),
      () => ({ do: 'typeLine', text: `p ${words()}`, keyMs: keyMs() }),
      () => ({ do: 'typeLine', text: `p ${words()}`, keyMs: keyMs() }),
      () => ({ do: 'number', block: 'p_number', text: String(random.below(100_000)) }),
      () => ({ do: 'click', block: 'p_switch' }),
      () => ({ do: 'choose', block: 'p_choice', option: random.pick(['one', 'two', 'three']) }),
      () => ({ do: 'click', block: 'p_click' }),
      () => ({ do: 'click', block: 'click' }),
      () => ({ do: 'click', block: 'save' }),
      () => ({ do: 'pause', ms: random.pick([100, 300, 600]) }),
    ]),
    agent: steps([
      () => ({ do: 'set', block: 'a_note', value: words() }),
      () => ({ do: 'set', block: 'a_number', value: random.below(100_000) }),
      () => ({ do: 'set', block: 'note', value: `a ${words()}` }),
      () => ({ do: 'addLine', text: `a ${words()}` }),
      () => ({ do: 'addLine', text: `a ${words()}` }),
      () => ({ do: 'removeLine' }),
      () => ({ do: 'moveLine' }),
      () => ({ do: 'click', block: 'a_click' }),
      () => ({ do: 'click', block: 'click' }),
      () => ({ do: 'click', block: 'save' }),
      () => ({ do: 'read' }),
    ]),
  };

  function steps(kinds) {
    return Array.from({ length: STEPS }, () => ({ after: after(), ...random.pick(kinds)() }));
  }

  function keyMs() {
    return random.pick([0, 5, 30, 90]);
  }
}
