import { isDeepStrictEqual } from 'node:util';
import { TandemError } from '../../errors.ts';
import type { Logger } from '../../lib/logger.ts';
import type { AppRunner } from '../app-runner.ts';
import { watchConfig } from './watch-config.ts';

export interface ReloadingOptions {
  dir: string;
  /** Files outside the app's folder that configure it. */
  also: readonly string[];
  open(): Promise<AppRunner>;
  log: Logger;
}

/**
 * An app that follows its files. A changed configuration is built and loaded beside the running app, which it then
 * replaces: calls under way end where they began, and sessions go on in the new one from what was saved. One that
 * cannot be built changes nothing; why is told by `problem`.
 */
export async function openReloadingRunner(options: ReloadingOptions): Promise<AppRunner> {
  const { dir, also, log } = options;
  let current: AppRunner | undefined;
  let problem: string | undefined;
  let isReloading = false;
  let isStale = false;
  let closed = false;
  // First, so that nothing is missed that changes while the app is loaded.
  const watcher = await watchConfig({ dir, also, log, onChange: () => void reload() });
  try {
    current = await options.open();
  } catch (error) {
    await watcher.close();
    throw error;
  }
  watcher.add(current.facts.outside);
  if (isStale) void reload();
  const now = (): AppRunner => current as AppRunner;

  return {
    get facts() {
      return now().facts;
    },
    get problem() {
      return problem;
    },
    navigate: (...args) => onCurrent((runner) => runner.navigate(...args)),
    act: (...args) => onCurrent((runner) => runner.act(...args)),
    view: (...args) => onCurrent((runner) => runner.view(...args)),
    state: (...args) => onCurrent((runner) => runner.state(...args)),
    pages: (...args) => onCurrent((runner) => runner.pages(...args)),
    saved: (...args) => now().saved(...args),
    drop: (...args) => now().drop(...args),
    async close() {
      closed = true;
      await watcher.close();
      await now().close();
    },
  };

  /** A call that the old app had not begun when it was replaced is made on the new one. */
  async function onCurrent<T>(work: (runner: AppRunner) => Promise<T>): Promise<T> {
    for (;;) {
      const runner = now();
      try {
        return await work(runner);
      } catch (error) {
        const isReplaced = runner !== now() && error instanceof TandemError && error.code === 'ended';
        if (!isReplaced) throw error;
      }
    }
  }

  async function reload(): Promise<void> {
    isStale = true;
    if (isReloading || !current) return;
    isReloading = true;
    try {
      while (isStale && !closed) {
        isStale = false;
        await replace();
      }
    } finally {
      isReloading = false;
    }
  }

  async function replace(): Promise<void> {
    let next: AppRunner;
    try {
      next = await options.open();
    } catch (error) {
      // Anything but a mistake in the configuration is as much a reason to stay with what works.
      problem = error instanceof TandemError ? error.message : String(error);
      log.error(`${problem} The last good build stays in use.`);
      return;
    }
    problem = undefined;
    const { buildId, settings } = now().facts;
    const isSame = next.facts.buildId === buildId && isDeepStrictEqual(next.facts.settings, settings);
    const unused = isSame || closed ? next : now();
    if (unused !== next) {
      current = next;
      watcher.add(next.facts.outside);
      log.info(`The app in ${dir} was changed, and is built anew.`);
    }
    unused.close().catch((error: unknown) => log.warn('an old build could not be closed', error));
  }
}
