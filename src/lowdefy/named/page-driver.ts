import type { AppAction } from '../bridge/actions/action.ts';
import type { LogItem } from '../bridge/recorder.ts';
import type { Target } from '../runner/app-runner.ts';
import { withGivenFiles } from '../session/given-files.ts';
import type { UsedApp } from '../session/use-app.ts';

export interface CallLimits {
  maxActionsPerCall: number;
  maxUploadMb: number;
}

/** Uses pages of a session with the actions that `interact` has. */
export class PageDriver {
  readonly #used: UsedApp;
  readonly #limits: CallLimits;
  /** Where the session is. */
  pageId = '';
  /** What failed while the page loaded: it can be used, but what it shows is not complete. */
  loadErrors: string[] = [];

  constructor(used: UsedApp, limits: CallLimits) {
    this.#used = used;
    this.#limits = limits;
  }

  /** Why the page cannot be used, if so. */
  async open(target: Target): Promise<string | undefined> {
    this.pageId = target.pageId;
    const action = { type: 'navigate' as const, ...target };
    const { page, done, log } = await this.#used.run([action], (runner, ref) =>
      runner.navigate(ref, target, { view: false }),
    );
    this.pageId = page?.pageId ?? this.pageId;
    if (this.pageId !== target.pageId) return `Opening page "${target.pageId}" led to page "${this.pageId}".`;
    const failed = log.filter((item) => !item.success && !done.includes(item));
    this.loadErrors = [...new Set(failed.flatMap(({ error }) => error ?? []))];
    return done.find((item) => !item.success)?.error;
  }

  /** A line for each action; fewer if one of them led to another page. */
  async act(actions: readonly AppAction[]): Promise<LogItem[]> {
    const all: LogItem[] = [];
    const { maxActionsPerCall, maxUploadMb } = this.#limits;
    for (let from = 0; from < actions.length; from += maxActionsPerCall) {
      const part = actions.slice(from, from + maxActionsPerCall);
      const given = await withGivenFiles(part, this.#used.runner.facts, maxUploadMb);
      const result = await this.#used.run(part, (runner, ref) => runner.act(ref, given, { view: false }));
      this.pageId = result.page?.pageId ?? this.pageId;
      all.push(...result.done);
      if (result.done.some((item) => item.navigatedTo !== undefined)) break;
    }
    return all;
  }

  async state(): Promise<unknown> {
    return (await this.#used.state()).state;
  }
}
