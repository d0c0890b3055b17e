import { isDeepStrictEqual } from 'node:util';
import { TandemError } from '../../errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { findingsText } from '../check/finding-text.ts';
import type { AppRunner } from './app-runner.ts';
import { isAtOrBelow, watchConfig } from './watch-config.ts';

export interface ReloadingOptions {
  dir: string;
  /** Files that configure the app but are not read by its build. */
  also: readonly string[];
  open(): Promise<AppRunner>;
  /** Called with the reason when the current files cannot be used, and with undefined when they can. */
  onProblem(problem: string | undefined): void;
  /** Called when the app has other tools of its own than before. */
  onToolsChanged(): void;
  log: Logger;
}

/**
 * An app that follows its files. A changed configuration is built next to the running app (and loaded if the app is
 * in use), then replaces it: calls in flight finish where they began, and sessions continue on the new build from
 * what was saved. If the build fails, nothing changes and `problem` has the reason. If there has been no working
 * build yet, calls fail with the reason.
 */
export async function openReloadingRunner(options: ReloadingOptions): Promise<AppRunner> {
  const { dir, also, log, onProblem } = options;
  let current: AppRunner | undefined;
  let failure: Error | undefined;
  /** A call has already failed with this error, so the next call should try again. */
  let isTold = false;
  let reloading: Promise<void> | undefined;
  /** What the check found in the files that are running. */
  let remarks: string | undefined;
  let isStale = false;
  let closed = false;
  // First, so that no change is missed while the app is loading.
  const watcher = await watchConfig({ dir, also, log, counts, onChange: () => void reload() });
  await reload();

  return {
    get facts() {
      return now().facts;
    },
    get problem() {
      return failure?.message;
    },
    get remarks() {
      return remarks;
    },
    get engineCount() {
      return current?.engineCount;
    },
    async ready() {
      if (!current && isTold) await reload();
      isTold = !current;
      now();
    },
    navigate: (...args) => onCurrent((runner) => runner.navigate(...args)),
    act: (...args) => onCurrent((runner) => runner.act(...args)),
    propose: (...args) => onCurrent((runner) => runner.propose(...args)),
    calls: (...args) => onCurrent((runner) => runner.calls(...args)),
    replica: (...args) => onCurrent((runner) => runner.replica(...args)),
    view: (...args) => onCurrent((runner) => runner.view(...args)),
    state: (...args) => onCurrent((runner) => runner.state(...args)),
    output: (...args) => onCurrent((runner) => runner.output(...args)),
    pages: (...args) => onCurrent((runner) => runner.pages(...args)),
    saved: (...args) => current?.saved(...args),
    drop: (...args) => current?.drop(...args),
    async close(patienceMs) {
      closed = true;
      await watcher.close();
      await current?.close(patienceMs);
    },
  };

  function now(): AppRunner {
    if (current) return current;
    throw failure ?? new TandemError('ended', 'The app has been closed.');
  }

  /** A call that the old app had not begun when it was replaced runs on the new one. */
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

  /** An app may write to its own folder. Only its sources matter; but while the build fails, any change may fix it. */
  function counts(path: string): boolean {
    if (failure || !current || also.includes(path)) return true;
    return current.facts.sources.some((source) => isAtOrBelow(source, path));
  }

  function reload(): Promise<void> {
    isStale = true;
    reloading ??= untilCurrent();
    return reloading;
  }

  async function untilCurrent(): Promise<void> {
    try {
      while (isStale && !closed) {
        isStale = false;
        await replace();
      }
    } finally {
      reloading = undefined;
    }
  }

  async function replace(): Promise<void> {
    const isFirst = !current && !failure;
    const old = current;
    let next: AppRunner | undefined;
    let isOther = true;
    try {
      next = await options.open();
      isOther = !old || !isSame(old, next);
      // Current users of the app should neither wait for the new engine nor lose theirs to one that does not start.
      if (isOther && old?.engineCount) await next.start?.();
    } catch (error) {
      if (next) letGo(next);
      fail(error as Error, isFirst);
      return;
    }
    failure = undefined;
    const found = findingsText(next.facts.findings ?? []);
    if (found !== remarks && found !== undefined) log.warn(`In the app in ${dir}: ${found}`);
    remarks = found;
    onProblem(remarks);
    if (closed || !isOther) return letGo(next);
    current = next;
    watcher.add(next.facts.sources);
    if (!isFirst) log.info(`The app in ${dir} changed and is being rebuilt.`);
    if (!isFirst && !isSameOffer(old, next)) options.onToolsChanged();
    if (old) letGo(old);
  }

  function fail(error: Error, isFirst: boolean): void {
    const isNew = failure?.message !== error.message;
    // An error other than a configuration mistake is also a reason to keep what works.
    failure = error;
    isTold = false;
    onProblem(error.message);
    // The first build is reported to the caller that opens the app.
    if (isNew && !isFirst)
      log.error(current ? `${error.message} The last good build stays in use.` : error.message);
  }

  function letGo(runner: AppRunner): void {
    runner.close().catch((error: unknown) => log.warn('an old build could not be closed', error));
  }
}

function isSame({ facts: a }: AppRunner, { facts: b }: AppRunner): boolean {
  return a.buildId === b.buildId && isDeepStrictEqual(a.settings, b.settings);
}

/** Whether agents find the same tools and resources. */
function isSameOffer(old: AppRunner | undefined, next: AppRunner): boolean {
  const offered = (runner: AppRunner | undefined) => [
    runner?.facts.tools ?? [],
    runner?.facts.resources ?? [],
  ];
  return isDeepStrictEqual(offered(old), offered(next));
}
