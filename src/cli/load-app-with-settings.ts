import type { Logger } from '../lib/logger.ts';
import type { App } from '../lowdefy/app/app.ts';
import type { Config } from './config-schema.ts';
import { loadAppSettings } from './load-config.ts';

/** Load one app of the served folder, with what its `tandem.yaml` says about it. */
export async function loadAppWithSettings(
  app: string,
  served: { dir: string; config: Config; env: Record<string, string | undefined>; log: Logger },
): Promise<App> {
  // The engine is heavy: it is imported with the first app that is used.
  const { loadApp } = await import('../lowdefy/app/load-app.ts');
  // One app alone was configured with the folder; one of several says itself what holds for it.
  const mcp = app === served.dir ? served.config.mcp : await loadAppSettings(app);
  const { enabled, readOnly, exclude, tools, pages, resources } = mcp;
  const settings = { enabled, readOnly, exclude, tools, pages, resources };
  return loadApp({ dir: app, log: served.log, env: served.env, settings });
}
