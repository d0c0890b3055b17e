import { pathToFileURL } from 'node:url';
import { TandemError } from '../../errors.ts';
import type { Logger } from '../../lib/logger.ts';
import type { BuildTypes, TypeUse } from '../build/build-types.ts';
import type { UnknownTypes } from '../build/unknown-types.ts';
import type { LowdefyPackages } from './app.ts';
import { loadBlockMetas } from './block-metas.ts';
import type { PackageFinder } from './find-packages.ts';
import { guardOperators, guardTemplates } from './guard-lookups.ts';
import { loadExport } from './load-export.ts';
import { findPackageFolder, packageVersion, resolveExport } from './resolve-package.ts';

/** Each of these is loaded if it is installed, so that pages can be built from parts that name no operator. */
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
].map((name) => `@lowdefy/operators-${name}`);

/** The packages that pages may need, installed or not. */
export function pagePackages({ actions, blocks, clientOperators }: BuildTypes): Set<string> {
  const uses = [actions, blocks, clientOperators].flatMap((all) => Object.values(all));
  const core = ['engine', 'api', 'helpers', 'nunjucks', 'actions-core', 'build', 'blocks-antd'];
  return new Set([
    ...core.map((name) => `@lowdefy/${name}`),
    ...OPERATORS,
    ...uses.map((use) => use.package),
  ]);
}

interface PackageOptions {
  finder: PackageFinder;
  types: BuildTypes;
  unknown: UnknownTypes;
  log: Logger;
}

/** What requests need in addition to connections. */
export async function loadServerPackages(
  options: PackageOptions,
): Promise<Pick<LowdefyPackages, 'api' | 'helpers'> & { serverOperators: Record<string, unknown> }> {
  const { finder, types } = options;
  const [api, helpers] = await Promise.all([
    need(finder, '@lowdefy/api'),
    need(finder, '@lowdefy/helpers'),
    guardTemplates(finder),
  ]);
  const serverOperators = await merge(
    options,
    ownOperators(finder),
    'operators/server',
    types.serverOperators,
  );
  return {
    api: { ...(api as unknown as LowdefyPackages['api']) },
    helpers: helpers as LowdefyPackages['helpers'],
    serverOperators: guardOperators(serverOperators),
  };
}

export async function loadPackages(
  options: PackageOptions & { parents: Set<string>; builtMetas?: Record<string, unknown> | undefined },
): Promise<LowdefyPackages> {
  const { finder, types, log } = options;
  const [engine, api, helpers] = await Promise.all([
    need(finder, '@lowdefy/engine'),
    need(finder, '@lowdefy/api'),
    need(finder, '@lowdefy/helpers'),
    guardTemplates(finder),
  ]);
  const [clientOperators, actions] = await Promise.all([
    merge(options, ownOperators(finder), 'operators/client', types.clientOperators),
    merge(options, ['@lowdefy/actions-core'], 'actions', types.actions),
  ]);
  const { mcpSchemas: _, ...metas } = await loadBlockMetas({
    types: types.blocks,
    finder,
    parents: options.parents,
    built: options.builtMetas,
    log,
  });
  return {
    version: finder.version,
    engine: { getContext: engine.default, createLink: engine.createLink },
    // A copy: modules cannot be changed, and this one gets our own callRequest.
    api: { ...(api as unknown as LowdefyPackages['api']) },
    helpers: helpers as LowdefyPackages['helpers'],
    clientOperators: guardOperators(clientOperators),
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
}

async function need(finder: PackageFinder, name: string): Promise<Record<string, unknown>> {
  const module = await finder.load(name);
  if (module) return module;
  throw new TandemError('unavailable', `${name} is not installed. Install Tandem again.`);
}

/** Those of another version would evaluate what this version leaves unevaluated. */
function ownOperators(finder: PackageFinder): string[] {
  return OPERATORS.filter((name) => {
    const folder = finder.folderOf(name);
    return folder !== undefined && packageVersion(folder) === finder.version;
  });
}

/** What stock packages export, and what the app uses from plugins, under the names it uses. */
async function merge(
  { finder, unknown, log }: PackageOptions,
  names: string[],
  subpath: string,
  uses: Record<string, TypeUse>,
): Promise<Record<string, unknown>> {
  const all: Record<string, unknown> = {};
  for (const name of names) Object.assign(all, await finder.load(name, subpath));
  for (const [type, use] of Object.entries(uses)) {
    if (all[type] !== undefined && names.includes(use.package)) continue;
    const absent = subpath === 'actions' ? unknown.actions[type] : undefined;
    if (absent !== undefined) {
      all[type] = toFailure(absent);
      continue;
    }
    const { found, why } = await loadExport(finder, use, subpath);
    if (why !== undefined) log.warn(`Whatever uses ${type} will not work: ${why}`);
    all[type] = why === undefined ? found : toFailure(why);
  }
  delete all.default;
  return all;
}

/** Stands in for a missing action or operator: its uses fail with the reason, and everything else works. */
function toFailure(why: string): () => never {
  return () => {
    throw new TandemError('unsupported', why);
  };
}
