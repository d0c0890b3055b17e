import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Logger } from '../../lib/logger.ts';
import { importContained } from './import-contained.ts';
import { explainVersion, isSameGeneration, versionNotice } from './lowdefy-version.ts';
import { repairAjvErrors } from './repair-ajv-errors.ts';
import { findPackageFolder, packageIn, packageVersion, resolveExport } from './resolve-package.ts';
import { findStockPackage } from './stock-packages.ts';

/** Must come from one place, because they depend on each other's internals. */
const CORE = ['engine', 'api', 'helpers', 'operators-js', 'actions-core'].map((name) => `@lowdefy/${name}`);

/** Where an app's packages are: in its own Lowdefy first, then in ours. */
export interface PackageFinder {
  /** The app's. */
  dir: string;
  /** Of the engine that the app runs on. */
  version: string;
  /** Whether the app brought its own. */
  isOwn: boolean;
  /** From the configuration; undefined if it does not say. */
  wanted: string | undefined;
  /** A note about the version for readers of the app's pages. */
  notice: string | undefined;
  folderOf(name: string): string | undefined;
  /** From now on, this package is loaded from this folder. */
  use(name: string, folder: string): void;
  /** The module; undefined if the package or this part of it is missing. Throws if it cannot be loaded. */
  load(name: string, subpath?: string): Promise<Record<string, unknown> | undefined>;
}

type Find = (name: string) => string | undefined;

function versionIn(find: Find): string | undefined {
  const engine = find('@lowdefy/engine');
  return engine === undefined ? undefined : packageVersion(engine);
}

export function findPackages(options: {
  dir: string;
  wanted: string | undefined;
  log: Logger;
}): PackageFinder {
  const { dir, wanted, log } = options;
  const stock = ['server', 'dev'].map((name) => join(dir, '.lowdefy', name, 'node_modules'));
  const ours: Find = findStockPackage;
  const places: Find[] = [
    ...stock
      .filter((modules) => existsSync(modules))
      .map((modules) => (name: string) => packageIn(modules, name)),
    (name) => findPackageFolder(dir, name),
    ours,
  ];
  const whole = places.filter((find) => CORE.every((name) => find(name) !== undefined));
  const core =
    whole.find((find) => versionIn(find) === wanted) ??
    whole.find((find) => find !== ours && isSameGeneration(wanted ?? '', versionIn(find) ?? '')) ??
    whole[0];
  const order = core ? [core, ...places.filter((place) => place !== core)] : places;
  const own = new Map<string, string>();
  const folderOf: Find = (name) => {
    const given = own.get(name);
    if (given !== undefined) return given;
    for (const find of order) {
      const folder = find(name);
      if (folder !== undefined) return folder;
    }
    return undefined;
  };
  const version = versionIn(folderOf) ?? 'unknown';
  const isOwn = core !== undefined && core !== ours;
  const question = { dir, wanted, version, isOwn };
  const why = explainVersion(question);
  if (why !== undefined) log.warn(why);
  const ajv = folderOf('@lowdefy/ajv');
  if (ajv !== undefined) repairAjvErrors(ajv);
  return {
    dir,
    version,
    isOwn,
    wanted,
    notice: versionNotice(question),
    folderOf,
    use: (name, folder) => void own.set(name, folder),
    load: createLoad(folderOf, log),
  };
}

/** The finder's results for these packages as plain data, for a process that may not search the disk. */
export interface FixedPackages {
  dir: string;
  version: string;
  isOwn: boolean;
  wanted?: string | undefined;
  notice?: string | undefined;
  folders: Record<string, string>;
}

export function fixPackages(finder: PackageFinder, names: Iterable<string>): FixedPackages {
  const { dir, version, isOwn, wanted, notice } = finder;
  const folders: Record<string, string> = {};
  for (const name of names) {
    const folder = finder.folderOf(name);
    if (folder !== undefined) folders[name] = folder;
  }
  return { dir, version, isOwn, wanted, notice, folders };
}

export function fixedFinder({ folders, ...facts }: FixedPackages, log: Logger): PackageFinder {
  const known = new Map(Object.entries(folders));
  const folderOf: Find = (name) => known.get(name);
  const use = (name: string, folder: string) => void known.set(name, folder);
  return {
    ...facts,
    wanted: facts.wanted,
    notice: facts.notice,
    folderOf,
    use,
    load: createLoad(folderOf, log),
  };
}

function createLoad(folderOf: Find, log: Logger): PackageFinder['load'] {
  return async (name, subpath = '') => {
    const folder = folderOf(name);
    const path = folder === undefined ? undefined : resolveExport(folder, subpath);
    return path === undefined ? undefined : await importContained(pathToFileURL(path).href, log);
  };
}
