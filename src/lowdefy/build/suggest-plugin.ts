import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nearest } from '../../lib/nearest.ts';
import { type LowdefyPlugin, versionToInstall } from '../app/plugins.ts';
import { packageName, resolveExport } from '../app/resolve-package.ts';
import { nearbyPackages } from './local-plugins.ts';
import { mentions, type UnknownKind } from './unknown-types.ts';

/** Where a plugin exports what it has of each kind. */
const SUBPATHS: Record<string, string> = {
  Action: 'actions',
  Block: 'blocks',
  Agent: 'agents',
  'Auth adapter': 'auth/adapters',
  'Auth callback': 'auth/callbacks',
  'Auth event': 'auth/events',
  'Auth provider': 'auth/providers',
  Connection: 'connections',
  Request: 'connections',
  Operator: 'operators/client',
};

/** What to do about a type that is missing in the app: which plugin to add, if that is known. */
export function suggestPlugin(
  { kind, type }: { kind: UnknownKind | 'Operator'; type: string },
  { dir, plugins }: { dir: string; plugins: LowdefyPlugin[] },
): string {
  const missing = plugins.filter((plugin) => plugin.version === undefined);
  if (missing.length > 0) {
    const names = [...candidates(dir)].flatMap((folder) =>
      hasTypes(folder) ? (packageName(folder) ?? []) : [],
    );
    const hints = missing.map(({ name }) => nearest(name, names)).filter((name) => name !== undefined);
    const hint = hints.length > 0 ? ` Or did you mean ${hints.map((name) => `"${name}"`).join(', ')}?` : '';
    return `lowdefy.yaml names ${missing.map(({ name }) => `the plugin "${name}"`).join(', ')}, which ${missing.length > 1 ? 'are' : 'is'} not installed: run "npm install ${missing.map(versionToInstall).join(' ')}" in ${dir}.${hint}`;
  }
  const troubles = plugins.flatMap(({ trouble }) => trouble ?? []);
  if (troubles.length > 0) return `The types of some plugins could not be read: ${troubles.join(' ')}`;
  for (const folder of candidates(dir)) {
    const name = packageName(folder);
    if (name === undefined || plugins.some((plugin) => plugin.name === name)) continue;
    const files = [resolveExport(folder, 'types'), resolveExport(folder, SUBPATHS[kind] ?? 'types')];
    if (files[0] !== undefined && files.some((file) => mentions(file, type)))
      return `The package "${name}" seems to provide it: add it under plugins: in lowdefy.yaml.`;
  }
  return `If it comes from a plugin, add the plugin under plugins: in lowdefy.yaml and install it in ${dir} with npm.`;
}

function hasTypes(folder: string): boolean {
  return resolveExport(folder, 'types') !== undefined;
}

/** Packages that the app could use without installing anything. */
function* candidates(dir: string): Iterable<string> {
  yield* nearbyPackages(dir);
  for (let folder = dir; ; folder = dirname(folder)) {
    yield* pluginsIn(join(folder, 'node_modules'));
    if (dirname(folder) === folder) return;
  }
}

function* pluginsIn(modules: string): Iterable<string> {
  if (!existsSync(modules)) return;
  for (const name of readdirSync(modules)) {
    if (name === '@lowdefy' || name.startsWith('.')) continue;
    const folder = join(modules, name);
    if (name.startsWith('@')) for (const inner of readdirSync(folder)) yield join(folder, inner);
    else yield folder;
  }
}
