import { availableParallelism } from 'node:os';
import type { Problems } from '../../area/problems.ts';
import { TandemError } from '../../errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { didYouMean } from '../../lib/nearest.ts';
import type { NamedResource } from '../named/named-resource.ts';
import type { NamedTool } from '../named/named-tool.ts';
import type { AppRunner } from './app-runner.ts';

/** The apps that are served, each loaded when first needed. */
export interface RunningApps {
  names: readonly string[];
  get(name: string): Promise<AppRunner>;
  /** The runner of a session's app, if the app's author allows this tool for agents, or viewing for people. */
  of(session: { data: Record<string, unknown> }, tool?: string): Promise<AppRunner>;
  /**
   * Opens all apps, a few at a time. Resolves when the first one is usable, and throws when none is; a broken app
   * does not affect the others.
   */
  load(log: Logger): Promise<void>;
  /** The app's own tools, for all users. Waits for apps that can have some; none of an app that cannot be built. */
  toolsOf(name: string): Promise<NamedTool[]>;
  /** The app's own resources, in the same way. */
  resourcesOf(name: string): Promise<NamedResource[]>;
  /** Whether anything in any of them may need a person's approval. */
  mayNeedApproval(): boolean;
  /** The engines of all apps that run now. */
  engineCount(): number;
  close(): Promise<void>;
}

/**
 * `onProblem` follows apps that keep running: it receives what is wrong with the app's current files, or undefined
 * when nothing is.
 */
export interface OpenApp {
  (
    onProblem: (problem: string | undefined) => void,
    onToolsChanged: () => void,
    onWrite: (connectionIds: string[]) => void,
  ): Promise<AppRunner>;
  /** Whether the app can have tools of its own, without building it; absent if that is not known. */
  canHaveTools?(): boolean;
  /** Whether something in it may need a person's approval, without building it. */
  canAsk?(): boolean;
}

/** Less than the program waits at shutdown, when everything still running is killed. */
const STOP_MS = 2000;
/** A build takes a core and a lot of memory while it runs. */
const MAX_AT_ONCE = Math.min(4, Math.max(2, availableParallelism()));

export function createRunningApps(
  apps: Record<string, OpenApp>,
  problems: Problems,
  onToolsChanged: () => void = () => {},
  onWrite: (name: string, connectionIds: string[]) => void = () => {},
): RunningApps {
  const running = new Map<string, Promise<AppRunner>>();
  const opened = new Map<string, AppRunner>();
  const names = Object.keys(apps);
  let closed = false;

  return {
    names,
    get,
    engineCount: () => [...opened.values()].reduce((sum, { engineCount = 0 }) => sum + engineCount, 0),
    mayNeedApproval: () => names.some((name) => opened.get(name)?.facts.settings.needsApproval !== false),
    async of({ data }, tool) {
      const runner = await get(String(data.app ?? names[0]));
      // A watched app can be disabled while it runs.
      if (!runner.facts.settings.enabled)
        throw new TandemError('forbidden', 'This app is no longer available to agents (mcp.enabled: false).');
      if (!tool || !runner.facts.settings.disabledTools.includes(tool)) return runner;
      throw new TandemError(
        'forbidden',
        `${tool} is disabled for this app (mcp.tools.${tool}.enabled: false).`,
      );
    },
    async load(log) {
      if (names.length === 0) return;
      const all = inTurns(names, MAX_AT_ONCE, get);
      try {
        await Promise.any(all);
      } catch (error) {
        throw (error as AggregateError).errors[0];
      }
      for (const one of all)
        one.catch((error: Error) => {
          if (!closed) log.error(error.message);
        });
    },
    toolsOf: async (name) => (await offerOf(name))?.tools ?? [],
    resourcesOf: async (name) => (await offerOf(name))?.resources ?? [],
    async close() {
      closed = true;
      const all = await Promise.allSettled(running.values());
      await Promise.allSettled(
        all.flatMap((one) => (one.status === 'fulfilled' ? [one.value.close(STOP_MS)] : [])),
      );
    },
  };

  async function offerOf(name: string): Promise<AppRunner['facts'] | undefined> {
    try {
      const runner =
        opened.get(name) ?? (apps[name]?.canHaveTools?.() === false ? undefined : await get(name));
      return runner?.facts.settings.enabled ? runner.facts : undefined;
    } catch {
      // Reported as a problem of the app, and by every call; what other apps offer is not affected.
      return undefined;
    }
  }

  async function get(name: string): Promise<AppRunner> {
    const open = Object.hasOwn(apps, name) ? apps[name] : undefined;
    if (!open) throw new TandemError('not_found', `App "${name}" not found.${didYouMean(name, names)}`);
    if (closed) throw new TandemError('ended', 'The apps have been closed.');
    const runner = await (running.get(name) ?? start(name, open));
    await runner.ready?.();
    return runner;
  }

  function start(name: string, open: OpenApp): Promise<AppRunner> {
    const tell = (problem: string | undefined) => problems.set(name, problem);
    const starting = open(tell, onToolsChanged, (ids) => onWrite(name, ids));
    running.set(name, starting);
    starting.then(
      (runner) => {
        opened.set(name, runner);
        tell(runner.problem ?? runner.remarks);
      },
      (error: Error) => {
        // A configuration that is broken now may be fixed by the next call.
        running.delete(name);
        tell(error.message);
      },
    );
    return starting;
  }
}

/** At most this many at once, in order. */
function inTurns<T, R>(all: readonly T[], atOnce: number, work: (one: T) => Promise<R>): Promise<R>[] {
  const lanes: Promise<unknown>[] = [];
  return all.map((one, i) => {
    const before = lanes[i % atOnce] ?? Promise.resolve();
    const result = before.then(() => work(one));
    lanes[i % atOnce] = result.catch(() => {});
    return result;
  });
}
