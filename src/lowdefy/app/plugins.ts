import { readFileSync } from 'node:fs';
import { isRecord } from '../../lib/is-record.ts';
import { findLocalPlugin } from '../build/local-plugins.ts';
import type { PackageFinder } from './find-packages.ts';
import { cannotLoad } from './load-export.ts';
import { packageVersion, resolveExport } from './resolve-package.ts';

/** An entry of `plugins:` in `lowdefy.yaml`. */
export interface LowdefyPlugin {
  name: string;
  typePrefix: string;
  wanted: string | undefined;
  /** The installed version; undefined if it is not installed. */
  version: string | undefined;
  /** Its folder, if it is developed next to the app instead of being installed. */
  local: string | undefined;
  /** Why its types could not be read. */
  trouble?: string;
}

/** The plugins that an app names; the finder learns about those in local folders. */
export function readPlugins(value: unknown, dir: string, finder: PackageFinder): LowdefyPlugin[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).flatMap((entry) => {
    const { name } = entry;
    if (typeof name !== 'string') return [];
    const wanted = typeof entry.version === 'string' ? entry.version : undefined;
    const isInPlace = /^(file|link|workspace):/.test(wanted ?? '');
    const folder =
      (isInPlace ? findLocalPlugin(dir, name, wanted) : undefined) ??
      finder.folderOf(name) ??
      findLocalPlugin(dir, name, undefined);
    if (folder !== undefined) finder.use(name, folder);
    return {
      name,
      typePrefix: typeof entry.typePrefix === 'string' ? entry.typePrefix : '',
      wanted,
      version: folder === undefined ? undefined : packageVersion(folder),
      // Including those that npm or pnpm has linked from node_modules.
      local: folder?.split(/[\\/]/).includes('node_modules') ? undefined : folder,
    };
  });
}

/** In npm's notation. */
export function versionToInstall({ name, wanted }: LowdefyPlugin): string {
  return wanted === undefined ? name : `${name}@${wanted}`;
}

type AddTypes = (options: object) => void;

/** The types that plugins add, in the form the build expects. */
export async function pluginTypes(
  plugins: LowdefyPlugin[],
  finder: PackageFinder,
  createPluginTypesMap: AddTypes,
): Promise<object> {
  const typesMap = {
    actions: {},
    agents: {},
    api: {},
    auth: { adapters: {}, callbacks: {}, events: {}, providers: {} },
    blocks: {},
    blockMetas: {},
    connections: {},
    controls: {},
    icons: {},
    operators: { client: {}, server: {} },
    requests: {},
    styles: { packages: {}, blocks: {} },
  };
  for (const plugin of plugins) {
    if (plugin.version === undefined) continue;
    createPluginTypesMap({
      packageName: plugin.name,
      packageTypes: await typesOf(plugin, finder),
      typePrefix: plugin.typePrefix,
      typesMap,
      version: plugin.version,
    });
  }
  return typesMap;
}

async function typesOf(plugin: LowdefyPlugin, finder: PackageFinder): Promise<object> {
  try {
    const types = (await finder.load(plugin.name, 'types'))?.default;
    if (isRecord(types)) return types;
    plugin.trouble = `${plugin.name} does not export a list of types as the default export of "./types".`;
  } catch (error) {
    // If the list of types is computed from blocks that load styles, Node cannot load it, and nobody is to blame.
    plugin.trouble = cannotLoad(`${plugin.name}/types`, error);
  }
  return { blocks: namesInBlocks(plugin, finder) };
}

function namesInBlocks(plugin: LowdefyPlugin, finder: PackageFinder): string[] {
  const folder = finder.folderOf(plugin.name);
  const file = folder === undefined ? undefined : resolveExport(folder, 'blocks');
  if (file === undefined) return [];
  return [...readFileSync(file, 'utf8').matchAll(/\bdefault as (\w+)/g)].flatMap(([, name]) => name ?? []);
}
