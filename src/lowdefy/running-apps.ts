import { TandemError } from '../errors.ts';
import type { Logger } from '../lib/logger.ts';
import { didYouMean } from '../lib/nearest.ts';
import type { AppRunner } from './app-runner.ts';

/** The apps that are served, each loaded when it is first needed. */
export interface RunningApps {
  names: readonly string[];
  get(name: string): Promise<AppRunner>;
  /** What runs the app of a session, if its author lets agents use this tool, or people look on. */
  of(session: { data: Record<string, unknown> }, tool?: string): Promise<AppRunner>;
  /** Load all; one that is broken does not keep the others from working. Throws when none works. */
  load(log: Logger): Promise<void>;
  close(): Promise<void>;
}

export type OpenApp = () => Promise<AppRunner>;

export function createRunningApps(apps: Record<string, OpenApp>): RunningApps {
  const running = new Map<string, Promise<AppRunner>>();
  const names = Object.keys(apps);

  return {
    names,
    get,
    async of({ data }, tool) {
      const runner = await get(String(data.app ?? names[0]));
      // It can be switched off while it runs, where its files are watched.
      if (!runner.facts.settings.enabled)
        throw new TandemError(
          'forbidden',
          'This app is not offered to agents any more (mcp.enabled: false).',
        );
      if (!tool || !runner.facts.settings.disabledTools.includes(tool)) return runner;
      throw new TandemError(
        'forbidden',
        `${tool} is switched off for this app (mcp.tools.${tool}.enabled: false).`,
      );
    },
    async load(log) {
      const all = await Promise.allSettled(names.map(get));
      const broken = all.flatMap((one) => (one.status === 'rejected' ? [one.reason as Error] : []));
      if (broken[0] && broken.length === names.length) throw broken[0];
      for (const error of broken) log.error(error.message);
    },
    async close() {
      const all = await Promise.allSettled(running.values());
      await Promise.allSettled(all.flatMap((one) => (one.status === 'fulfilled' ? [one.value.close()] : [])));
    },
  };

  function get(name: string): Promise<AppRunner> {
    const open = Object.hasOwn(apps, name) ? apps[name] : undefined;
    if (!open)
      throw new TandemError('not_found', `No app "${name}" is served here.${didYouMean(name, names)}`);
    const known = running.get(name);
    if (known) return known;
    const starting = open();
    running.set(name, starting);
    // A configuration that is broken now may be mended by the next call.
    starting.catch(() => running.delete(name));
    return starting;
  }
}
