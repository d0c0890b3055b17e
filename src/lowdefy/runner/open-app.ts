import { TandemError } from '../../errors.ts';
import type { Logger } from '../../lib/logger.ts';
import type { Limits } from '../../session/limits.ts';
import type { McpAppInput } from '../app/mcp-schema.ts';
import { notOffered } from '../app/not-offered.ts';
import type { LowdefyHost } from '../lowdefy-host.ts';
import type { AppRunner } from './app-runner.ts';
import type { OpenApp } from './running-apps.ts';

export interface OpenAppOptions {
  /** The app's folder. */
  dir: string;
  env: Record<string, string | undefined>;
  /** The server of the app that embeds us. */
  host?: LowdefyHost | undefined;
  log: Logger;
  /** What is configured for the app. Called before every build, so that a watched app follows its configuration. */
  settings(): Promise<{ app: McpAppInput; limits: Limits; roles: readonly string[] | undefined }>;
  /** Rebuild when the app's files or these files change. */
  watch?: readonly string[] | undefined;
  /** Called when a rebuilt app has other tools of its own. */
  onToolsChanged(): void;
  /** Called when a request has written to these connections. */
  onWrite(connectionIds: string[]): void;
}

type OnProblem = Parameters<OpenApp>[0];

/** Runs one app in its own processes and, if watched, follows its files. */
export async function openApp(options: OpenAppOptions, onProblem: OnProblem): Promise<AppRunner> {
  // A watched app can be enabled while it runs.
  if (options.watch) return openWatched(options, options.watch, onProblem);
  const runner = await openPool(options, onProblem);
  if (runner.facts.settings.enabled) return runner;
  await runner.close();
  throw notOffered(runner.facts.name);
}

async function openPool(
  { dir, env, host, log, settings, watch, onWrite }: OpenAppOptions,
  onProblem: OnProblem,
): Promise<AppRunner> {
  const { app, limits, roles } = await settings();
  const { openEnginePool } = await import('./engine-pool.ts');
  const makesRequests = host?.callRequest !== undefined;
  const runner = await openEnginePool({
    app: {
      dir,
      env: { ...env },
      settings: app,
      maxResponseMb: limits.maxResponseMb,
      finished: host?.build,
      hasHost: makesRequests,
      // Mistakes are for those who edit the app.
      check: watch !== undefined,
      roles,
    },
    host: makesRequests ? host : undefined,
    stuckMs: limits.appBusySeconds * 1000,
    maxHeapMb: limits.appMemoryMb,
    onProblem,
    onWrite,
    log,
  });
  if (!makesRequests || !runner.facts.settings.readOnly) return runner;
  await runner.close();
  throw new TandemError(
    'invalid_config',
    `mcp.readOnly of the app in ${dir} cannot be enforced, because lowdefy.callRequest of createTandem makes its requests. Remove one of the two, or sign agents in as a user who may only read.`,
  );
}

async function openWatched(
  options: OpenAppOptions,
  also: readonly string[],
  onProblem: OnProblem,
): Promise<AppRunner> {
  const { openReloadingRunner } = await import('./reloading-runner.ts');
  const { dir, log } = options;
  return openReloadingRunner({
    dir,
    also: [...also],
    log,
    onProblem,
    onToolsChanged: options.onToolsChanged,
    open: () => openPool(options, onProblem),
  });
}
