import type { Area } from '../area/area.ts';
import { createSessionArea } from '../area/session-tools/session-area.ts';
import { TandemError } from '../errors.ts';
import { createLowdefyArea } from '../lowdefy/lowdefy-area.ts';
import { findApps } from './find-projects.ts';
import { loadAppWithSettings } from './load-app-with-settings.ts';
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

function operate(apps: Record<string, string>, options: TandemOptions): Area {
  const loaders = Object.entries(apps).map(
    ([name, app]) => [name, () => loadAppWithSettings(app, options)] as const,
  );
  return createLowdefyArea(Object.fromEntries(loaders));
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
