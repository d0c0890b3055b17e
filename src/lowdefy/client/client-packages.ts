import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPackageFolder, packageIn, packageVersion, resolveExport } from '../app/resolve-package.ts';
import { ELSEWHERE } from './client-facts.ts';

/** A file of a package with many exports: blocks or operators. */
export interface PackagePart {
  name: string;
  file: string;
}

/** The packages that the client of an app is bundled from. */
export interface ClientPackages {
  /** The `node_modules`. */
  modules: string;
  version: string;
  /** Whether antd makes its styles in the page, from the app's theme: since Lowdefy 5. */
  isThemed: boolean;
  blocks: PackagePart[];
  operators: PackagePart[];
  /** Any package, Lowdefy's or one that Lowdefy depends on. */
  folderOf(name: string): string | undefined;
}

/** Packages outside Lowdefy are found where these find them. */
const HOLDERS = ['server', 'client', 'blocks-antd', 'blocks-aggrid', 'build'].map(
  (name) => `@lowdefy/${name}`,
);

/** The packages of a `node_modules` folder, flat or linked by pnpm; undefined if it has no client. */
export function findClientPackages(modules: string): ClientPackages | undefined {
  const client = packageIn(modules, '@lowdefy/client');
  if (client === undefined) return undefined;
  const scopes = [join(modules, '@lowdefy'), join(modules, '.pnpm', 'node_modules', '@lowdefy')];
  const names = new Set(scopes.filter((scope) => existsSync(scope)).flatMap((scope) => readdirSync(scope)));
  const folderOf = (name: string) => {
    const own = packageIn(modules, name);
    if (own !== undefined) return own;
    for (const holder of HOLDERS) {
      const folder = packageIn(modules, holder);
      const inside = folder && findPackageFolder(folder, name);
      if (inside) return inside;
    }
    return undefined;
  };
  const partsOf = (subpath: string): PackagePart[] =>
    [...names].sort().flatMap((short) => {
      const name = `@lowdefy/${short}`;
      const folder = ELSEWHERE.has(name) ? undefined : packageIn(modules, name);
      const file = folder && resolveExport(folder, subpath);
      return file ? [{ name, file }] : [];
    });
  const index = resolveExport(client, '');
  return {
    modules,
    version: packageVersion(client),
    isThemed: index !== undefined && readFileSync(index, 'utf8').includes('useDarkMode'),
    blocks: partsOf('blocks'),
    operators: partsOf('operators/client'),
    folderOf,
  };
}
