import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { TandemError } from '../../errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { loadDefaultTypes } from '../app/default-types.ts';
import type { PackageFinder } from '../app/find-packages.ts';
import { type LowdefyPlugin, pluginTypes } from '../app/plugins.ts';
import { describeUnknown, missingRef, toBuildFailure } from './build-failure.ts';
import { type BuildRemark, createBuildRemarks, failuresOf, remarkText } from './build-remarks.ts';
import { writeSources } from './build-sources.ts';
import type { ConfigFiles } from './config-files.ts';
import { suggestPlugin } from './suggest-plugin.ts';
import {
  addUnknown,
  addUnknownOf,
  parseUnknownType,
  type UnknownType,
  unknownIn,
  writeUnknown,
} from './unknown-types.ts';
import { withNextAuthSecret } from './with-next-auth-secret.ts';
import { type ConfigCopy, writeConfigCopy } from './write-config-copy.ts';

interface BuildModule {
  default(options: object): Promise<void>;
  createPluginTypesMap(options: object): void;
}

export interface BuildJob {
  dir: string;
  files: ConfigFiles;
  finder: PackageFinder;
  plugins: LowdefyPlugin[];
  log: Logger;
}

/** Types whose names are computed during the build are found one by one; each costs another build. */
const MAX_TRIES = 30;
const MAX_WARNINGS = 25;

/** Runs Lowdefy's own build. Failures become sentences with file and line, warnings one log entry. */
export async function buildApp(job: BuildJob, folders: { work: string; build: string }): Promise<void> {
  const { dir, files, finder, plugins } = job;
  const copy = writeConfigCopy(dir, files, join(folders.work, 'config'));
  const server = join(folders.work, 'server');
  // The build changes the first and copies the second; neither is used afterwards.
  mkdirSync(join(server, 'public_default'), { recursive: true });
  writeFileSync(join(server, 'package.json'), '{"dependencies":{}}');
  const module = (await finder.load('@lowdefy/build')) as unknown as BuildModule | undefined;
  if (!module)
    throw new TandemError('unavailable', `@lowdefy/build is not installed, so ${dir} cannot be built.`);
  const defaultTypes = await loadDefaultTypes(finder);
  const customTypesMap = await pluginTypes(plugins, finder, module.createPluginTypesMap);
  const directories = { build: folders.build, config: copy.dir, server, dev: server };
  const options = { customTypesMap, directories };
  const warnings = await runBuild({ ...job, module, options, defaultTypes, copy });
  const unknown: (UnknownType & { sentence: string })[] = [];
  for (const missing of unknownIn(JSON.parse(readFileSync(join(folders.build, 'types.json'), 'utf8'))))
    unknown.push({ ...missing, sentence: await describeUnknown(missing, job) });
  writeUnknown(folders.build, unknown);
  writeSources(folders.build, job);
  // Generated modules are in the folder of an app whose package.json may declare CommonJS.
  writeFileSync(join(folders.build, 'package.json'), '{"type":"module"}');
  report(warnings, job);
}

/**
 * Runs the build until it is done, and returns its warnings. What only production refuses is built for development.
 * Uses of an unknown type will fail, but the rest of the app works.
 */
async function runBuild(
  job: BuildJob & {
    module: BuildModule;
    options: { customTypesMap: object; directories: object };
    defaultTypes: object | undefined;
    copy: ConfigCopy;
  },
): Promise<BuildRemark[]> {
  const { module, options, defaultTypes, copy } = job;
  // All at once: the build stops at the first, or silently skips the rest if its checks are disabled.
  if (defaultTypes) addUnknownOf(job.files, options.customTypesMap, defaultTypes);
  let stage = 'prod';
  for (let tries = 0; ; tries++) {
    const remarks = createBuildRemarks(copy);
    try {
      await withNextAuthSecret(() => module.default({ ...options, logger: remarks.logger, stage }));
      return [...remarks.warnings, ...remarks.errors];
    } catch (thrown) {
      const failures = failuresOf(thrown, remarks, copy);
      const isRelaxable = (failure: BuildRemark) => stage === 'prod' && failure.isRelaxable;
      const missing = failures.flatMap(({ message }) => parseUnknownType(message) ?? []);
      const hard = failures.filter(
        (failure) => !isRelaxable(failure) && parseUnknownType(failure.message) === undefined,
      );
      // References computed during the build lead to files that could not be known before.
      if (hard.filter((failure) => addMissing(failure, job.dir, copy)).length > 0) continue;
      if (hard.length > 0) throw await toBuildFailure(hard, job);
      if (tries >= MAX_TRIES) throw await toBuildFailure(failures, job);
      if (failures.some(isRelaxable)) stage = 'dev';
      for (const type of missing) addUnknown(options.customTypesMap, type);
    }
  }
}

function addMissing(failure: BuildRemark, dir: string, copy: ConfigCopy): boolean {
  const missing = missingRef(failure);
  return missing !== undefined && copy.add(resolve(dir, missing.file));
}

function report(warnings: BuildRemark[], job: BuildJob): void {
  const { dir, log } = job;
  const told = new Set<string>();
  for (const warning of warnings) {
    const { message, place } = warning;
    if (/^(No menus found|Schema not valid)/.test(message)) continue;
    // For these, the build only says that they are missing.
    const [, type, hint = ''] =
      /^Operator type "([^"]+)" was used but is not defined\.?(.*)/.exec(message) ?? [];
    told.add(
      type === undefined
        ? remarkText(warning)
        : `${place === undefined ? '' : `${place}: `}Unknown operator "${type}"; it is not evaluated.${hint} ${suggestPlugin({ kind: 'Operator', type }, job)}`,
    );
  }
  if (told.size === 0) return;
  const rest = told.size > MAX_WARNINGS ? `\n  (and ${told.size - MAX_WARNINGS} more)` : '';
  const shown = [...told].slice(0, MAX_WARNINGS).join('\n  ');
  log.warn(`Lowdefy's warnings about the app in ${dir}:\n  ${shown}${rest}`);
}
