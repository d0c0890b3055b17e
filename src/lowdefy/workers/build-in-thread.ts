import type { PinnedBuild } from '../app/find-build.ts';
import type { AppFacts } from '../app-runner.ts';
import { EngineThread } from './engine-thread.ts';
import { isStuck, type Patience, stuckError, TICK_MS } from './stuck.ts';
import type { ThreadOptions } from './worker-protocol.ts';

/** Build an app, if need be, in a thread of its own that ends with it; an engine is not needed for that. */
export async function buildInThread(
  options: ThreadOptions,
  patience: Patience,
): Promise<{ facts: AppFacts; build: PinnedBuild }> {
  const thread = new EngineThread('build', options, patience);
  const watching = setInterval(() => {
    thread.check();
    // Building may spin as well, and nobody else is there to look.
    if (isStuck(thread, patience)) void thread.kill(stuckError(thread, patience));
  }, TICK_MS);
  try {
    return await thread.ready;
  } finally {
    clearInterval(watching);
    await thread.close();
  }
}
