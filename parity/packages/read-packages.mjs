import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  findPackageFolder,
  packageIn,
  packageVersion,
  resolveExport,
} from '../../dist/lowdefy/app/resolve-package.js';

/** Without these there is no app to build and no client to compare it with. */
const REQUIRED = [
  'actions-core',
  'api',
  'blocks-antd',
  'blocks-basic',
  'blocks-loaders',
  'build',
  'client',
  'engine',
  'helpers',
  'layout',
  'operators-js',
];
/** Packages outside Lowdefy are looked up in the folder, then where these find them. */
const HOLDERS = [
  '@lowdefy/server',
  '@lowdefy/client',
  '@lowdefy/blocks-antd',
  '@lowdefy/blocks-aggrid',
  '@lowdefy/build',
];
/** Their blocks are of no use without services elsewhere, and they are large. */
const ELSEWHERE = ['blocks-algolia', 'blocks-google-maps', 'plugin-aws'];
/** Where a package has what, by its exports. */
const PARTS = {
  actions: 'actions',
  blocks: 'blocks',
  blockMetas: 'metas',
  operators: 'operators/client',
};

/**
 * The Lowdefy packages in a `node_modules` folder, flat or linked by pnpm. `parts` are the files with actions, blocks,
 * metas of blocks and operators, by package; `blockTypes` the types of those blocks; `folderOf` finds any package, Lowdefy's or one that Lowdefy depends on.
 */
export function readPackages(given) {
  const folder = toModulesFolder(given);
  const names = namesIn(folder);
  const missing = REQUIRED.filter((name) => !names.includes(name)).map((name) => `@lowdefy/${name}`);
  if (missing.length > 0)
    throw new Error(
      `--packages: ${folder} lacks ${missing.join(', ')}. Name a node_modules folder with a whole Lowdefy in it, such as .lowdefy/server/node_modules of an app that was built with it.`,
    );
  return { isOwn: false, ...describePackages(folder, names) };
}

/** Those that parity installs for itself: the client's side of rc.11, whose other side is the product's own. */
export function ownPackages() {
  const folder = fileURLToPath(new URL('../node_modules', import.meta.url));
  return { isOwn: true, ...describePackages(folder, namesIn(folder)) };
}

function describePackages(folder, names) {
  const folderOf = (name) => {
    const found = packageIn(folder, name);
    if (found) return found;
    for (const holder of HOLDERS) {
      const home = packageIn(folder, holder);
      const inside = home && findPackageFolder(home, name);
      if (inside) return inside;
    }
    return undefined;
  };
  const parts = Object.fromEntries(
    Object.entries(PARTS).map(([part, subpath]) => [
      part,
      names.flatMap((name) => {
        if (ELSEWHERE.includes(name)) return [];
        const file = fileOf(packageIn(folder, `@lowdefy/${name}`), subpath);
        return file ? [{ name: `@lowdefy/${name}`, file }] : [];
      }),
    ]),
  );
  const blockTypes = new Set(parts.blocks.flatMap(({ file }) => namesOf(readFileSync(file, 'utf8'))));
  return {
    folder,
    version: packageVersion(packageIn(folder, '@lowdefy/client')),
    parts,
    blockTypes,
    folderOf,
  };
}

const namesOf = (module) => [...module.matchAll(/\bdefault as (\w+)/g)].map(([, name]) => name);

/** Some packages have metas that they do not export. */
function fileOf(folder, subpath) {
  const hidden = join(folder, 'dist', `${subpath}.js`);
  return resolveExport(folder, subpath) ?? (existsSync(hidden) ? hidden : undefined);
}

function toModulesFolder(given) {
  const folder = resolve(given);
  if (!existsSync(folder)) throw new Error(`--packages: there is no folder ${folder}.`);
  if (basename(folder) === 'node_modules') return folder;
  const inside = join(folder, 'node_modules');
  if (existsSync(inside)) return inside;
  throw new Error(`--packages: ${folder} is not a node_modules folder and does not contain one.`);
}

function namesIn(folder) {
  const scopes = [join(folder, '@lowdefy'), join(folder, '.pnpm', 'node_modules', '@lowdefy')];
  const names = scopes.filter((scope) => existsSync(scope)).flatMap((scope) => readdirSync(scope));
  return [...new Set(names)].filter((name) => packageIn(folder, `@lowdefy/${name}`)).toSorted();
}
