import type { Area } from '../area/area.ts';
import { TandemError } from '../errors.ts';
import type { AreaDefinition, ServedFolder } from './area-definition.ts';
import { isApp } from './find-projects.ts';

/** What a folder offers, by what it contains and by its configuration. */
export function createAreas(
  definitions: readonly AreaDefinition[],
  served: Omit<ServedFolder, 'isWanted' | 'areas'>,
): Area[] {
  const { dir, config } = served;
  const wanted = config.areas ?? (isApp(dir) || served.lowdefy?.build !== undefined ? [] : ['live']);
  const areas: Area[] = [];
  for (const { name, create } of definitions) {
    const area = create({ ...served, isWanted: wanted.includes(name), areas });
    if (area) areas.push(area);
  }
  const disabled = Object.entries(config.mcp.tools ?? {}).flatMap(([name, tool]) =>
    tool.enabled === false ? [name] : [],
  );
  return disabled.length === 0 ? areas : areas.map((area) => withSwitchedOff(area, disabled));
}

/** Tools of files come and go, so the list is read each time. */
function withSwitchedOff(area: Area, names: readonly string[]): Area {
  return {
    ...area,
    get tools() {
      return (area.tools ?? []).map((tool) => (names.includes(tool.name) ? switchedOff(tool) : tool));
    },
  };
}

function switchedOff<T extends { name: string; handle: unknown }>(tool: T): T {
  const handle = () => {
    throw new TandemError(
      'forbidden',
      `${tool.name} is disabled here (mcp.tools.${tool.name}.enabled: false).`,
    );
  };
  return { ...tool, handle };
}
