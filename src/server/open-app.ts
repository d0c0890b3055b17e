import { join } from 'node:path';
import type { Logger } from '../lib/logger.ts';
import type { AppRunner } from '../lowdefy/runner/app-runner.ts';
import type { OpenApp } from '../lowdefy/runner/running-apps.ts';
import type { Config } from './config-schema.ts';
import { appSettings, notOffered } from './load-app-with-settings.ts';
import { loadConfig } from './load-config.ts';

interface Served {
  dir: string;
  config: Config;
  env: Record<string, string | undefined>;
  log: Logger;
  /** Follow changes of the app's files. */
  watch?: boolean;
}

type OnProblem = Parameters<OpenApp>[0];

/** Run one app of the served folder in processes of its own. */
export async function openApp(dir: string, served: Served, onProblem: OnProblem): Promise<AppRunner> {
  // One that is watched can be switched on while it runs.
  if (served.watch) return openWatched(dir, served, onProblem);
  const runner = await openPool(dir, served, onProblem);
  if (runner.facts.settings.enabled) return runner;
  await runner.close();
  throw notOffered(runner.facts.name);
}

async function openPool(dir: string, served: Served, onProblem: OnProblem): Promise<AppRunner> {
  const { config, env, log } = served;
  const { openEnginePool } = await import('../lowdefy/runner/engine-pool.ts');
  return openEnginePool({
    app: {
      dir,
      env: { ...env },
      settings: await appSettings(dir, served),
      maxResponseMb: config.mcp.limits.maxResponseMb,
    },
    stuckMs: config.mcp.limits.appBusySeconds * 1000,
    maxHeapMb: config.mcp.limits.appMemoryMb,
    onProblem,
    log,
  });
}

async function openWatched(dir: string, served: Served, onProblem: OnProblem): Promise<AppRunner> {
  const { openReloadingRunner } = await import('../lowdefy/runner/reloading-runner.ts');
  let isFirst = true;
  return openReloadingRunner({
    dir,
    also: [dir, served.dir].map((folder) => join(folder, 'tandem.yaml')),
    log: served.log,
    onProblem,
    async open() {
      // The program was started with its configuration; after that, what the files say counts.
      const config = isFirst ? served.config : await loadConfig(served.dir, served.env);
      isFirst = false;
      return openPool(dir, { ...served, config }, onProblem);
    },
  });
}
