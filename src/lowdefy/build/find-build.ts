import { createHash } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { Logger } from '../../lib/logger.ts';
import type { YamlSource } from '../../lib/yaml-source.ts';
import { findPackages, type PackageFinder } from '../app/find-packages.ts';
import { lowdefyBuildCommand } from '../app/lowdefy-version.ts';
import { readPlugins } from '../app/plugins.ts';
import { packageVersion } from '../app/resolve-package.ts';
import { buildApp } from './build-app.ts';
import { cachedBuild } from './build-cache.ts';
import { buildKey } from './build-key.ts';
import { sourcesOf } from './build-sources.ts';
import { readBuildTypes } from './build-types.ts';
import { outsideOf, readConfigFiles } from './config-files.ts';
import { contentKey } from './local-plugins.ts';
import { readMainFile, topLevelPart } from './main-file.ts';
import { isBuild, readBuild } from './read-build.ts';

export interface FoundBuild {
  buildDirectory: string;
  buildId: string;
  finder: PackageFinder;
  title: string | undefined;
  /** Files and folders it was built from. */
  sources: string[];
}

/** Where a finished build of an app may be, relative to its folder. */
const FINISHED = ['.', 'build', '.lowdefy/server/build', '.lowdefy/dev/build'];

/** A build that is already in use, and must be used even if the configuration has changed since. */
export type PinnedBuild = Pick<FoundBuild, 'buildDirectory' | 'buildId'>;

/** A finished build of the app in a folder: made from its configuration, or an existing one without configuration. */
export async function findBuild(
  dir: string,
  log: Logger,
  { pinned, finished }: { pinned?: PinnedBuild | undefined; finished?: string | undefined } = {},
): Promise<FoundBuild> {
  const main = readMainFile(dir);
  if (finished !== undefined) return fromNamed(dir, finished, main, log);
  return main ? await fromConfig(dir, main, log, pinned) : fromFinished(dir, log);
}

/** The build of the server that embeds us. */
function fromNamed(dir: string, place: string, main: YamlSource | undefined, log: Logger): FoundBuild {
  const buildDirectory = resolve(dir, place);
  if (!isBuild(buildDirectory))
    throw new TandemError(
      'invalid_config',
      `No finished Lowdefy build found in ${buildDirectory} (lowdefy.build of createTandem). Build the app first, or remove lowdefy.build.`,
    );
  const { name } = isRecord(main?.value) ? main.value : {};
  const title = typeof name === 'string' ? name : undefined;
  return { ...toFound(dir, buildDirectory, log), title };
}

async function fromConfig(
  dir: string,
  main: YamlSource,
  log: Logger,
  pinned: PinnedBuild | undefined,
): Promise<FoundBuild> {
  const { lowdefy, name } = isRecord(main.value) ? main.value : {};
  // Without quotes, YAML reads a version of two numbers as a number.
  const wanted = typeof lowdefy === 'number' ? String(lowdefy) : lowdefy;
  if (typeof wanted !== 'string' || wanted === '') {
    throw new TandemError(
      'invalid_config',
      `${join(dir, main.file)}: the key "lowdefy" is missing. It names the version of Lowdefy that the app is written for, for example: lowdefy: 4.0.0-rc.11`,
    );
  }
  const finder = findPackages({ dir, wanted, log });
  const title = typeof name === 'string' ? name : undefined;
  const plugins = readPlugins(topLevelPart(dir, main, 'plugins')?.value, dir, finder);
  // Builds that are not used for long are deleted; then only the current configuration is left.
  if (pinned && isBuild(pinned.buildDirectory)) return { ...pinned, finder, title, sources: [] };
  // A build by another version contains files that this engine cannot read; it can read the app's own finished build.
  const builder = finder.folderOf('@lowdefy/build');
  const isMixed = builder !== undefined && packageVersion(builder) !== finder.version;
  if (isMixed && FINISHED.some((place) => isBuild(join(dir, place)))) {
    log.info(
      `The app in ${dir} runs from its last build. After a change, rebuild it: ${lowdefyBuildCommand(dir, wanted)}`,
    );
    const found = fromFinished(dir, log, finder);
    return { ...found, title, sources: [...found.sources, join(dir, main.file)] };
  }
  const { files, folders } = readConfigFiles(dir);
  const versions = Object.fromEntries(
    plugins.map(({ name, version = '', local }) => [name, local ? contentKey(local) : version]),
  );
  const keyOf = (build: string) =>
    buildKey(dir, sourcesOf(build, { dir, files }), { ...versions, lowdefy: finder.version });
  const buildDirectory = await cachedBuild(dir, keyOf, async (places) => {
    const start = performance.now();
    await buildApp({ dir, files, finder, plugins, log }, places);
    log.info(`Built the app in ${dir} in ${((performance.now() - start) / 1000).toFixed(1)} s.`);
  });
  const [, buildId = ''] = basename(buildDirectory).split('build-');
  const made = sourcesOf(buildDirectory, { dir, files });
  // If all files count, new ones do, too.
  const own = made === files ? [...folders, ...outsideOf(folders, files)] : made.keys();
  const sources = [...own, ...plugins.flatMap(({ local }) => local ?? [])];
  return { buildDirectory, buildId, finder, title, sources };
}

function fromFinished(dir: string, log: Logger, finder?: PackageFinder): FoundBuild {
  const buildDirectory = FINISHED.map((place) => join(dir, place)).find(isBuild);
  if (buildDirectory === undefined) {
    throw new TandemError(
      'invalid_config',
      `No Lowdefy app found in ${dir}: it has neither lowdefy.yaml nor a finished build.`,
    );
  }
  return toFound(dir, buildDirectory, log, finder);
}

function toFound(dir: string, buildDirectory: string, log: Logger, finder?: PackageFinder): FoundBuild {
  const files = readBuild(buildDirectory);
  // Every build contains this type, with the version that made it.
  const wanted = readBuildTypes(files).blocks.Box?.version;
  const hash = createHash('sha256');
  for (const [path, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(`${path}\n${text}\n`);
  return {
    buildDirectory,
    buildId: hash.digest('hex').slice(0, 16),
    finder: finder ?? findPackages({ dir, wanted, log }),
    title: undefined,
    sources: [buildDirectory],
  };
}
