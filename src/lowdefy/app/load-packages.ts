import { pathToFileURL } from 'node:url';
import { TandemError } from '../../errors.ts';
import type { Logger } from '../../lib/logger.ts';
import type { LowdefyPackages } from './app.ts';
import { loadBlockMetas } from './block-metas.ts';
import type { BuildTypes, TypeUse } from './build-types.ts';
import type { PackageFinder } from './find-packages.ts';
import { loadExport } from './load-export.ts';
import { findPackageFolder, packageVersion, resolveExport } from './resolve-package.ts';
import type { UnknownTypes } from './unknown-types.ts';

/** Every one of these that is at hand is loaded, so that pages can be built from parts that name no operator. */
const OPERATORS = [
  'js',
  'change-case',
  'dayjs',
  'diff',
  'jsonata',
  'moment',
  'mql',
  'nunjucks',
  'uuid',
  'yaml',
];

export async function loadPackages(options: {
  finder: PackageFinder;
  types: BuildTypes;
  parents: Set<string>;
  unknown: UnknownTypes;
  builtMetas?: Record<string, unknown>;
  log: Logger;
}): Promise<LowdefyPackages> {
  const { finder, types, log } = options;
  const [engine, api, helpers] = await Promise.all([
    need('@lowdefy/engine'),
    need('@lowdefy/api'),
    need('@lowdefy/helpers'),
  ]);
  // Those of another version would evaluate what this one leaves as it is written.
  const packages = OPERATORS.map((name) => `@lowdefy/operators-${name}`).filter((name) => {
    const folder = finder.folderOf(name);
    return folder !== undefined && packageVersion(folder) === finder.version;
  });
  const [clientOperators, serverOperators, actions] = await Promise.all([
    merge(packages, 'operators/client', types.clientOperators),
    merge(packages, 'operators/server', types.serverOperators),
    merge(['@lowdefy/actions-core'], 'actions', types.actions),
  ]);
  const metas = await loadBlockMetas({
    types: types.blocks,
    finder,
    parents: options.parents,
    built: options.builtMetas,
    log,
  });
  return {
    version: finder.version,
    engine: { getContext: engine.default, createLink: engine.createLink },
    // Copied: modules cannot be changed, and this one gets our own callRequest.
    api: { ...(api as unknown as LowdefyPackages['api']) },
    helpers: helpers as LowdefyPackages['helpers'],
    clientOperators,
    serverOperators,
    actions,
    ...metas,
    loadDependency,
  };

  async function loadDependency(of: string, name: string): Promise<Record<string, unknown> | undefined> {
    const folder = finder.folderOf(of);
    const found = folder && findPackageFolder(folder, name);
    const path = found && resolveExport(found, '');
    return path === undefined ? undefined : await import(pathToFileURL(path).href);
  }

  async function need(name: string): Promise<Record<string, unknown>> {
    const module = await finder.load(name);
    if (module) return module;
    throw new TandemError('unavailable', `${name} is not installed. Install Tandem again.`);
  }

  /** What stock packages export, and what the app uses of plugins under the names that it uses. */
  async function merge(
    names: string[],
    subpath: string,
    uses: Record<string, TypeUse>,
  ): Promise<Record<string, unknown>> {
    const all: Record<string, unknown> = {};
    for (const name of names) Object.assign(all, await finder.load(name, subpath));
    for (const [type, use] of Object.entries(uses)) {
      if (all[type] !== undefined && names.includes(use.package)) continue;
      const unknown = subpath === 'actions' ? options.unknown.actions[type] : undefined;
      if (unknown !== undefined) {
        all[type] = toFailure(unknown);
        continue;
      }
      const { found, why } = await loadExport(finder, use, subpath);
      if (why !== undefined) log.warn(`What uses ${type} will not work: ${why}`);
      all[type] = why === undefined ? found : toFailure(why);
    }
    delete all.default;
    return all;
  }
}

/** An action or operator in place of one that is not there: what uses it fails with the reason, and the rest works. */
function toFailure(why: string): () => never {
  return () => {
    throw new TandemError('unsupported', why);
  };
}
