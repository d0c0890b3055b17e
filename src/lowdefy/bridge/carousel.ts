import { setImmediate, setTimeout } from 'node:timers/promises';
import type { EngineBlock } from '../engine/engine-types.ts';
import { fire } from './fire-event.ts';
import type { MakeShims } from './make-shims.ts';

/** Unless the app says how long it takes. */
const TURNING_MS = 500;

type Slide = { key: string };

/** A carousel turns a moment later, and listens to nobody while it turns. */
export const turning: MakeShims = (block, { ui, track }) => {
  let isTurning = false;
  const turn = (step: (from: number, slides: Slide[]) => number) => {
    void track('turning', async () => {
      await setImmediate();
      const slides = slidesOf(block);
      const from = indexOf(slides, ui.active[block.blockId]?.[0] ?? slides[0]?.key);
      const to = step(from, slides);
      if (isTurning || to < 0) return;
      isTurning = true;
      fire(block, 'beforeChange', { current: slides[from], next: slides[to] });
      ui.active[block.blockId] = [String(slides[to]?.key)];
      await setTimeout(Number(block.eval?.properties?.speed ?? TURNING_MS));
      fire(block, 'afterChange', { current: slides[to] });
      isTurning = false;
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
