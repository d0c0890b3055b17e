import type { Logger } from '../lib/logger.ts';
import type { AppRunner } from '../lowdefy/app-runner.ts';
import type { Config } from './config-schema.ts';
import { appSettings, notOffered } from './load-app-with-settings.ts';

/** Run one app of the served folder in threads of its own. */
export async function openApp(
  dir: string,
  served: { dir: string; config: Config; env: Record<string, string | undefined>; log: Logger },
): Promise<AppRunner> {
  const { config, env, log } = served;
  const { openEnginePool } = await import('../lowdefy/workers/engine-pool.ts');
  const runner = await openEnginePool({
    thread: { dir, env: { ...env }, settings: await appSettings(dir, served) },
    stuckMs: config.mcp.limits.appBusySeconds * 1000,
    log,
  });
  if (runner.facts.settings.enabled) return runner;
  await runner.close();
  throw notOffered(runner.facts.name);
}
