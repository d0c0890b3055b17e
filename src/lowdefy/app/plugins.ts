import { readFileSync } from 'node:fs';
import type { Logger } from '../../lib/logger.ts';
import type { PackageFinder } from './find-packages.ts';
import { isRecord } from './main-file.ts';
import { packageVersion, resolveExport } from './resolve-package.ts';

/** An entry of `plugins:` in `lowdefy.yaml`. */
export interface Plugin {
  name: string;
  typePrefix: string;
  wanted: string | undefined;
  /** What is installed; undefined when nothing is. */
  version: string | undefined;
}

export function readPlugins(value: unknown, finder: PackageFinder): Plugin[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).flatMap((entry) => {
    if (typeof entry.name !== 'string') return [];
    const folder = finder.folderOf(entry.name);
    return {
      name: entry.name,
      typePrefix: typeof entry.typePrefix === 'string' ? entry.typePrefix : '',
      wanted: typeof entry.version === 'string' ? entry.version : undefined,
      version: folder === undefined ? undefined : packageVersion(folder),
    };
  });
}

type AddTypes = (options: object) => void;

/** The types that plugins add, in the form the build takes. */
export async function pluginTypes(
  plugins: Plugin[],
  finder: PackageFinder,
  createPluginTypesMap: AddTypes,
  log: Logger,
): Promise<object> {
  const typesMap = {
    actions: {},
    api: {},
    auth: { adapters: {}, callbacks: {}, events: {}, providers: {} },
    blocks: {},
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
      packageTypes: await typesOf(plugin, finder, log),
      typePrefix: plugin.typePrefix,
      typesMap,
      version: plugin.version,
    });
  }
  return typesMap;
}

async function typesOf(plugin: Plugin, finder: PackageFinder, log: Logger): Promise<object> {
  try {
    const types = (await finder.load(plugin.name, 'types'))?.default;
    if (isRecord(types)) return types;
  } catch (error) {
    // Its list of types is made from its blocks, and these may load styles, which Node cannot.
    log.debug(`The types of the plugin ${plugin.name} cannot be loaded.`, error);
  }
  return { blocks: namesInBlocks(plugin, finder) };
}

function namesInBlocks(plugin: Plugin, finder: PackageFinder): string[] {
  const folder = finder.folderOf(plugin.name);
  const file = folder === undefined ? undefined : resolveExport(folder, 'blocks');
  if (file === undefined) return [];
  return [...readFileSync(file, 'utf8').matchAll(/\bdefault as (\w+)/g)].flatMap(([, name]) => name ?? []);
}
