import { setImmediate, setTimeout } from 'node:timers/promises';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { isSince5 } from '../block-generation.ts';
import type { UiState } from '../ui-state.ts';
import { fire } from './fire-event.ts';
import { propertiesOf } from './gesture-step.ts';
import type { MakeShims } from './make-shims.ts';

/** Unless the app says how long it takes. */
const TURNING_MS = 500;

type Slide = { key: string };

/** A carousel turns a moment later. While it turns it ignores further turns; since 5 these cut it short. */
export const turning: MakeShims = (block, { ui, track }) => {
  let turned: AbortController | undefined;
  const turn = (step: (from: number, slides: Slide[]) => number) => {
    void track('turning', async () => {
      await setImmediate();
      const slides = slidesOf(block);
      const from = indexOf(slides, ui.active[block.blockId]?.[0] ?? slides[0]?.key);
      const to = step(from, slides);
      if (to < 0 || (turned && isPatient(block))) return;
      fire(block, 'beforeChange', { current: slides[from], next: slides[to] });
      if (turned) fire(block, 'afterChange', { current: slides[from] });
      turned?.abort();
      ui.active[block.blockId] = [String(slides[to]?.key)];
      turned = new AbortController();
      const { signal } = turned;
      const { speed = TURNING_MS } = propertiesOf(block);
      await setTimeout(Number(speed), undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      fire(block, 'afterChange', { current: slides[to] });
      turned = undefined;
    });
  };
  const isRound = () => block.eval?.properties?.infinite !== false;
  const around = (to: number, { length }: Slide[]) =>
    isRound() ? (to + length) % length : Math.min(Math.max(to, 0), length - 1);
  return {
    next: () => turn((from, slides) => around(from + 1, slides)),
    prev: () => turn((from, slides) => around(from - 1, slides)),
    // Without an argument the component fails too, and with it the chain that calls it.
    goTo: ({ slide }: { slide?: unknown }) => turn((_from, slides) => indexOf(slides, slide)),
  };
};

/** Whether it takes no further turn before the last one has ended. */
function isPatient(block: EngineBlock): boolean {
  return !isSince5(block) || propertiesOf(block).waitForAnimate === true;
}

/** Since 5 a carousel turns to its first slide when it is drawn; its own resizing stops that before it has ended. */
export function turnFirst(block: EngineBlock, { active }: UiState): void {
  if (block.type !== 'Carousel' || !isSince5(block) || active[block.blockId]) return;
  const first = slidesOf(block)[Number(propertiesOf(block).initialSlide ?? 0)];
  if (!first) return;
  active[block.blockId] = [String(first.key)];
  fire(block, 'beforeChange', { current: first, next: first });
}

function slidesOf({ eval: evaluated }: EngineBlock): Slide[] {
  const { slides } = evaluated?.properties ?? {};
  if (Array.isArray(slides)) return slides;
  return Object.keys(evaluated?.areas ?? evaluated?.slots ?? {})
    .sort()
    .map((key) => ({ key }));
}

function indexOf(slides: Slide[], key: unknown): number {
  return slides.findIndex((slide) => slide.key === key);
}
