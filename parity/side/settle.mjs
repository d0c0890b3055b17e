/** A busy machine takes its time. */
const SETTLE_MS = 20_000;
/** What folds, or slides in and out, carries such a class until it has done so. */
const MOVING = '.ant-motion-collapse, [class*="ant-drawer-panel-motion-"]';

/** Waits until nothing is under way in a page or frame, and nothing moved for three frames. Returns whether it came to that. */
export function settle(page) {
  return page.evaluate(
    async ([deadline, moving]) => {
      const { work } = window.parity;
      // On a busy machine frames may come before tasks that wait in line; React's are among those.
      const idle = (resolve) => requestIdleCallback(() => resolve(), { timeout: 200 });
      const frame = () => new Promise((resolve) => requestAnimationFrame(() => idle(resolve)));
      // Those that have ended stay in the list if they keep what they changed (`fill: both`).
      const moves = ({ effect, playState }) =>
        playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY;
      const end = performance.now() + deadline;
      let calm = 0;
      while (calm < 3 && performance.now() < end) {
        const before = work.changes;
        await frame();
        const isMoving = document.querySelector(moving) !== null || document.getAnimations().some(moves);
        calm = work.running === 0 && work.changes === before && !isMoving ? calm + 1 : 0;
      }
      return calm === 3;
    },
    [SETTLE_MS, MOVING],
  );
}
