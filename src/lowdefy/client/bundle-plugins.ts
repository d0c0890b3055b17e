import { builtinModules } from 'node:module';
import type { Loader, Plugin } from 'esbuild';

/** A module that exists only while bundling. */
export function virtualModule(name: string, contents: string, loader: Loader): Plugin {
  return {
    name,
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: name }));
      build.onLoad({ filter: /.*/, namespace: name }, () => ({ contents, loader, resolveDir: '/' }));
    },
  };
}

/** Marks a request that comes back to the same plugin. */
const AGAIN = 'again';

/**
 * Our own modules, and virtual ones, take every package from these folders. Modules of Node that no package replaces are
 * empty, as the stock server makes them.
 */
export function resolvePackages(
  folderOf: (name: string) => string | undefined,
  ours: readonly string[],
): Plugin[] {
  const builtins = builtinModules.filter((name) => !name.startsWith('_')).join('|');
  return [
    {
      name: 'packages',
      setup(build) {
        build.onResolve({ filter: /^(@[\w-]+\/)?[\w-]+/ }, async (request) => {
          const { path, importer, namespace, kind, pluginData } = request;
          const isOurs = namespace !== 'file' || ours.some((folder) => importer.startsWith(folder));
          if (!isOurs || pluginData === AGAIN || kind === 'entry-point') return undefined;
          const name = /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;
          const folder = folderOf(name);
          if (folder === undefined) return { errors: [{ text: `Package ${name} not found.` }] };
          return build.resolve(path, { resolveDir: folder, kind, pluginData: AGAIN });
        });
        build.onResolve({ filter: new RegExp(`^(node:)?(${builtins})$`) }, async (request) => {
          const { path, importer, kind, resolveDir, pluginData } = request;
          if (pluginData === AGAIN) return undefined;
          const found = await build.resolve(path, { importer, kind, resolveDir, pluginData: AGAIN });
          return found.errors.length > 0 ? { path, namespace: 'empty' } : found;
        });
        build.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'module.exports = {};' }));
      },
    },
  ];
}
