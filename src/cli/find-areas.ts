import type { Area } from '../area/area.ts';
import { createSessionArea } from '../area/session-tools/session-area.ts';
import { TandemError } from '../errors.ts';
import type { McpAppInput } from '../lowdefy/app/mcp-schema.ts';
import { createLowdefyArea } from '../lowdefy/lowdefy-area.ts';
import type { Config } from './config-schema.ts';
import { findApps } from './find-projects.ts';
import { loadAppSettings } from './load-config.ts';
import type { TandemOptions } from './tandem.ts';

/** What a folder offers, by what lies in it. Nothing is loaded or built yet. */
export function findAreas(options: TandemOptions): Area[] {
  const { dir, config } = options;
  const apps = config.mcp.enabled === false ? {} : findApps(dir);
  const names = Object.keys(apps);
  const areas = [createSessionArea(names)];
  if (names.length > 0) areas.push(operate(apps, options));
  const disabled = Object.entries(config.mcp.tools ?? {}).flatMap(([name, tool]) =>
    tool.enabled === false ? [name] : [],
  );
  return areas.map((area) => ({
    ...area,
    ...(area.tools
      ? { tools: area.tools.map((tool) => (disabled.includes(tool.name) ? switchedOff(tool) : tool)) }
      : {}),
  }));
}

/** The engine is heavy: it is imported with the first app that is used. */
function operate(apps: Record<string, string>, { dir, config, env, log }: TandemOptions): Area {
  const load = async (app: string) => {
    const { loadApp } = await import('../lowdefy/app/load-app.ts');
    // One app alone was configured with the folder; one of several says itself what holds for it.
    const settings = app === dir ? config.mcp : await loadAppSettings(app);
    return loadApp({ dir: app, log, env, settings: toAppPart(settings) });
  };
  return createLowdefyArea(
    Object.fromEntries(Object.entries(apps).map(([name, app]) => [name, () => load(app)])),
  );
}

function switchedOff<T extends { name: string; handle: unknown }>(tool: T): T {
  const handle = () => {
    throw new TandemError(
      'forbidden',
      `${tool.name} is switched off here (mcp.tools.${tool.name}.enabled: false).`,
    );
  };
  return { ...tool, handle };
}

function toAppPart({ enabled, readOnly, exclude, tools, pages, resources }: Config['mcp']): McpAppInput {
  return { enabled, readOnly, exclude, tools, pages, resources };
}
