import { TandemError } from '../errors.ts';
import type { Logger } from '../lib/logger.ts';
import type { App } from '../lowdefy/app/app.ts';
import { type McpAppInput, STOCK_TOOLS } from '../lowdefy/app/mcp-schema.ts';
import { notOffered } from '../lowdefy/app/not-offered.ts';
import type { CoreConfig } from './core-config.ts';

interface ServedApps {
  /** The served folder, and its configuration. */
  dir: string;
  config: CoreConfig;
  readConfig(dir: string): Promise<CoreConfig>;
}

/** Load one app of the served folder, with what its `tandem.yaml` says about it, and that of the folder. */
export async function loadAppWithSettings(
  dir: string,
  served: ServedApps & { env: Record<string, string | undefined>; log: Logger },
): Promise<App> {
  // The engine is heavy: it is imported with the first app that is used.
  const { loadApp } = await import('../lowdefy/app/load-app.ts');
  const settings = await appSettings(dir, served);
  const app = await loadApp({ dir, log: served.log, env: served.env, settings });
  if (app.settings.enabled) return app;
  await app.close();
  throw notOffered(app.name);
}

/** What `tandem.yaml` files say about an app. */
export async function appSettings(dir: string, served: ServedApps): Promise<McpAppInput> {
  const {
    enabled,
    readOnly,
    confirm,
    approve,
    exclude,
    tools,
    expose,
    actions,
    pages,
    api,
    uploads,
    format,
    resources,
  } = await settingsOf(dir, served);
  const safety = { readOnly, confirm, approve, exclude, actions };
  return { ...safety, enabled, tools, expose, pages, api, uploads, format, resources };
}

/** One app alone is configured with the folder. Of several, each says what holds for it; the folder can only forbid more. */
async function settingsOf(
  dir: string,
  { dir: served, config, readConfig }: ServedApps,
): Promise<CoreConfig['mcp']> {
  if (dir === served) return config.mcp;
  const {
    readOnly,
    confirm,
    exclude,
    pages,
    api,
    resources,
    expose,
    tools = {},
    actions,
    format,
  } = config.mcp;
  const own = Object.keys(tools).filter((name) => !STOCK_TOOLS.includes(name));
  const ofOneApp = { exclude, pages, api, resources, expose, [`tools.${own[0]}`]: own[0] };
  const [wrong] = Object.entries(ofOneApp).flatMap(([key, value]) => (value === undefined ? [] : [key]));
  if (wrong !== undefined)
    throw new TandemError(
      'invalid_config',
      `mcp.${wrong} is about one app; with several apps, put it in the tandem.yaml of each.`,
    );
  const settings = (await readConfig(dir)).mcp;
  return {
    ...(format && { format }),
    ...settings,
    ...(readOnly && { readOnly }),
    ...(confirm && { confirm }),
    ...(actions && { actions: stricter(settings.actions, actions) }),
  };
}

/** What one of both switches off is off. */
function stricter(
  own: McpAppInput['actions'] = {},
  folder: McpAppInput['actions'] = {},
): McpAppInput['actions'] {
  const off = Object.entries(folder).filter(([, on]) => on === false);
  return { ...own, ...Object.fromEntries(off) };
}
