import type { PackageFinder } from '../app/find-packages.ts';
import { resolveExport } from '../app/resolve-package.ts';
import type { BuildTypes, TypeUse } from '../build/build-types.ts';

/** A plugin whose components the pages of an app use. */
export interface ClientPlugin {
  name: string;
  /** Its file with blocks; absent if it has none. */
  blocks?: string | undefined;
  /** Its file with operators of the client. */
  operators?: string | undefined;
  /** By the app's name of a type, the name in the file. */
  blockTypes: Record<string, string>;
  operatorTypes: Record<string, string>;
}

/** What the client of an app is made from. */
export interface ClientFacts {
  version: string;
  /** The folder of the app's build. */
  build: string;
  /** The app's own Lowdefy: the `node_modules` it is in. Absent if it runs on ours. */
  modules?: string | undefined;
  plugins: ClientPlugin[];
  /** Types of blocks that the app uses and that no browser can show here. */
  missing: string[];
}

/** Their blocks need services elsewhere. */
export const ELSEWHERE = new Set([
  '@lowdefy/blocks-algolia',
  '@lowdefy/blocks-antd-x',
  '@lowdefy/blocks-google-maps',
  '@lowdefy/plugin-aws',
]);

/** Read by the build process, which may search the app's folder. */
export function toClientFacts(types: BuildTypes, build: string, finder: PackageFinder): ClientFacts {
  const plugins = new Map<string, ClientPlugin>();
  collect(types.blocks, 'blocks', (plugin) => plugin.blockTypes);
  collect(types.clientOperators, 'operators/client', (plugin) => plugin.operatorTypes);
  const engine = finder.isOwn ? finder.folderOf('@lowdefy/engine') : undefined;
  return {
    version: finder.version,
    build,
    ...(engine !== undefined && { modules: modulesAround(engine) }),
    plugins: [...plugins.values()],
    missing: Object.entries(types.blocks)
      .filter(([type, use]) => !isShown(type, use))
      .map(([type]) => type),
  };

  function isShown(type: string, use: TypeUse): boolean {
    if (use.package.startsWith('@lowdefy/')) return !ELSEWHERE.has(use.package);
    return plugins.get(use.package)?.blockTypes[type] !== undefined;
  }

  function collect(
    uses: Record<string, TypeUse>,
    subpath: string,
    typesOf: (plugin: ClientPlugin) => Record<string, string>,
  ): void {
    for (const [type, use] of Object.entries(uses)) {
      const folder = use.package.startsWith('@lowdefy/') ? undefined : finder.folderOf(use.package);
      const file = folder && resolveExport(folder, subpath);
      if (!file) continue;
      const plugin = plugins.get(use.package) ?? { name: use.package, blockTypes: {}, operatorTypes: {} };
      plugins.set(use.package, plugin);
      if (subpath === 'blocks') plugin.blocks = file;
      else plugin.operators = file;
      typesOf(plugin)[type] = use.name;
    }
  }
}

/** The `node_modules` that a package is in; pnpm keeps packages in folders of their own inside it. */
function modulesAround(folder: string): string {
  const [, modules = folder] =
    /^(.*?[\\/]node_modules)[\\/]\.pnpm[\\/]/.exec(folder) ??
    /^(.*[\\/]node_modules)[\\/]/.exec(folder) ??
    [];
  return modules;
}
