import { AppProcess } from './app-process.ts';
import type { AppOptions, Built } from './process-protocol.ts';
import { isStuck, type Patience, stuckError, TICK_MS } from './stuck.ts';

/** Builds an app, if necessary, in a separate process that then exits; this needs no engine. */
export async function buildInProcess(options: AppOptions, patience: Patience): Promise<Built> {
  const { maxHeapMb, log } = patience;
  const child = new AppProcess({ job: 'build', start: options, env: process.env, maxHeapMb, log });
  let failure: Error | undefined;
  const watching = setInterval(() => {
    child.check();
    // A build may spin as well, and nothing else watches it.
    if (!isStuck(child, patience)) return;
    failure = stuckError(child, { dir: options.dir, outstanding: 1 }, patience);
    child.kill();
  }, TICK_MS);
  try {
    const built = await child.ready;
    if (!built) throw new Error('a build returned no result');
    return built;
  } catch (error) {
    throw failure ?? error;
  } finally {
    clearInterval(watching);
    child.kill();
  }
}
