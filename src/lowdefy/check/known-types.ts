import { isRecord } from '../../lib/is-record.ts';
import { loadDefaultTypes } from '../app/default-types.ts';
import type { PackageFinder } from '../app/find-packages.ts';
import { type LowdefyPlugin, pluginTypes } from '../app/plugins.ts';
import type { KnownTypes } from './check-facts.ts';

/** The types that an app can use: those of its own Lowdefy, and those of its plugins. */
export async function loadKnownTypes(
  finder: PackageFinder,
  plugins: LowdefyPlugin[],
): Promise<KnownTypes | undefined> {
  const defaults = await loadDefaultTypes(finder);
  if (!defaults) return undefined;
  const more = plugins.some(({ version }) => version !== undefined) ? await typesOf(finder, plugins) : {};
  const namesOf = (...path: string[]) =>
    new Set([defaults, more].flatMap((types) => Object.keys(partOf(types, path))));
  return {
    blocks: namesOf('blocks'),
    actions: namesOf('actions'),
    connections: namesOf('connections'),
    requests: namesOf('requests'),
    client: namesOf('operators', 'client'),
    server: namesOf('operators', 'server'),
  };
}

async function typesOf(finder: PackageFinder, plugins: LowdefyPlugin[]): Promise<object> {
  const module = await finder.load('@lowdefy/build');
  const add = module?.createPluginTypesMap;
  return typeof add === 'function' ? await pluginTypes(plugins, finder, (options) => add(options)) : {};
}

function partOf(types: object, path: string[]): object {
  let part: unknown = types;
  for (const key of path) part = isRecord(part) ? part[key] : undefined;
  return isRecord(part) ? part : {};
}
