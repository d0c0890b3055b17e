import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import { BUNDLE_OPTIONS } from './bundle-lowdefy.ts';
import { resolvePackages, virtualModule } from './bundle-plugins.ts';
import type { ClientFacts, ClientPlugin } from './client-facts.ts';
import type { ClientPackages } from './client-packages.ts';
import { SHARED, SHARED_NAME } from './client-source.ts';

/** What builds generate for the client, by the name under which the frame gets it. */
const GENERATED = {
  icons: 'plugins/icons.js',
  blockMetas: 'plugins/blockMetas.json',
  jsMap: 'plugins/operators/clientJsMap.js',
};

/**
 * What an app adds to the client, as one script: the components and operators of its plugins, under the app's names for them, and
 * what its build generated. React and what else must be the client's own comes from the client, everything else from the plugin's packages or the app's Lowdefy
 * (`packages`; without it, nothing generated is included). Styles are put into the page. Undefined if the app adds nothing.
 */
export async function bundleApp(
  { plugins, build }: Pick<ClientFacts, 'plugins' | 'build'>,
  packages?: ClientPackages,
): Promise<string | undefined> {
  const generated = Object.entries(packages ? GENERATED : {})
    .map(([name, path]) => ({ name, file: join(build, path) }))
    .filter(({ file }) => existsSync(file));
  if (plugins.length === 0 && generated.length === 0) return undefined;
  const esbuild = await import('esbuild');
  const { outputFiles } = await esbuild.build({
    ...BUNDLE_OPTIONS,
    entryPoints: ['virtual:app'],
    write: false,
    outdir: '/app',
    jsx: 'automatic',
    plugins: [
      virtualModule('virtual:app', appSource(plugins, generated), 'js'),
      sharedModules,
      ...resolvePackages(packages?.folderOf ?? (() => undefined), packages ? [build] : []),
    ],
  });
  const text = (ending: string) => outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  const css = text('.css');
  const addStyles =
    css === ''
      ? ''
      : `{const style=document.createElement('style');style.textContent=${JSON.stringify(css)};document.head.append(style);}`;
  return `${addStyles}${text('.js')}`;
}

function appSource(plugins: readonly ClientPlugin[], generated: { name: string; file: string }[]): string {
  const lines: string[] = [];
  const types: Record<'blocks' | 'operators', string[]> = { blocks: [], operators: [] };
  for (const [i, plugin] of plugins.entries()) {
    const parts = { blocks: plugin.blockTypes, operators: plugin.operatorTypes };
    for (const part of ['blocks', 'operators'] as const) {
      if (plugin[part] === undefined) continue;
      lines.push(`import * as ${part}${i} from ${JSON.stringify(plugin[part])};`);
      for (const [type, name] of Object.entries(parts[part]))
        types[part].push(`${JSON.stringify(type)}: ${part}${i}[${JSON.stringify(name)}]`);
    }
  }
  for (const part of ['blocks', 'operators'] as const)
    lines.push(`export const ${part} = { ${types[part].join(', ')} };`);
  for (const name of Object.keys(GENERATED)) {
    const found = generated.find((one) => one.name === name);
    if (found) lines.push(`export { default as ${name} } from ${JSON.stringify(found.file)};`);
    else lines.push(`export const ${name} = {};`);
  }
  return lines.join('\n');
}

/** Modules that are the client's. */
const sharedModules: Plugin = {
  name: 'shared',
  setup(build) {
    const names = SHARED.map((name) => name.replaceAll('/', '\\/')).join('|');
    build.onResolve({ filter: new RegExp(`^(${names})$`) }, ({ path }) => ({ path, namespace: 'shared' }));
    build.onLoad({ filter: /.*/, namespace: 'shared' }, ({ path }) => ({
      contents: `module.exports = globalThis[Symbol.for(${JSON.stringify(SHARED_NAME)})][${JSON.stringify(path)}];`,
    }));
  },
};
