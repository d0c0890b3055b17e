import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TandemError } from '../../errors.ts';
import type { Logger } from '../../lib/logger.ts';
import { describeUnknown, toBuildFailure } from './build-failure.ts';
import { writeSources } from './build-sources.ts';
import type { ConfigFiles } from './config-files.ts';
import type { PackageFinder } from './find-packages.ts';
import { type Plugin, pluginTypes } from './plugins.ts';
import { suggestPlugin } from './suggest-plugin.ts';
import { addUnknown, emptyUnknown, noteUnknown, parseUnknownType, writeUnknown } from './unknown-types.ts';
import { writeConfigCopy } from './write-config-copy.ts';

interface BuildModule {
  default(options: object): Promise<void>;
  createPluginTypesMap(options: object): void;
}

export interface BuildJob {
  dir: string;
  files: ConfigFiles;
  finder: PackageFinder;
  plugins: Plugin[];
  log: Logger;
}

/** The build stops at the first, so each costs one more. */
const MAX_UNKNOWN = 30;

/** Lowdefy's own build. Its failures are said in one sentence with file and line, its warnings in one log entry. */
export async function buildApp(job: BuildJob, folders: { work: string; build: string }): Promise<void> {
  const { dir, files, finder, plugins } = job;
  const config = writeConfigCopy(dir, files, join(folders.work, 'config'));
  const server = join(folders.work, 'server');
  // The build rewrites the one and copies the other; neither is used further.
  mkdirSync(join(server, 'public_default'), { recursive: true });
  writeFileSync(join(server, 'package.json'), '{"dependencies":{}}');
  const module = (await finder.load('@lowdefy/build')) as unknown as BuildModule | undefined;
  if (!module)
    throw new TandemError('unavailable', `@lowdefy/build is not installed, so ${dir} cannot be built.`);
  const warnings: string[] = [];
  const warn = (...parts: unknown[]) => {
    warnings.push(parts.map(toText).join(' '));
  };
  const customTypesMap = await pluginTypes(plugins, finder, module.createPluginTypesMap);
  const options = {
    customTypesMap,
    directories: { build: folders.build, config, server, dev: server },
    logger: { debug() {}, info() {}, log() {}, succeed() {}, spin() {}, warn, error: warn },
  };
  const unknown = emptyUnknown();
  for (let tries = 0; ; tries++) {
    try {
      await runStages(module, options);
      break;
    } catch (error) {
      const missing = parseUnknownType((error as Error).message);
      if (!missing || tries >= MAX_UNKNOWN) throw await toBuildFailure(error, { ...job, warnings });
      // What uses it will not work, but that is no reason to do without the rest of the app.
      addUnknown(customTypesMap, missing);
      noteUnknown(unknown, missing, await describeUnknown(missing, { ...job, warnings }));
      warnings.length = 0;
    }
  }
  writeUnknown(folders.build, unknown);
  writeSources(folders.build, job);
  // Generated modules lie in a folder of an app that may say that its files are CommonJS.
  writeFileSync(join(folders.build, 'package.json'), '{"type":"module"}');
  report(warnings, job);
}

/** Newer versions turn what is deprecated into an error when they build for production. */
async function runStages(module: BuildModule, options: object): Promise<void> {
  try {
    await module.default({ ...options, stage: 'prod' });
  } catch (error) {
    if (!/deprecat/i.test((error as Error).message)) throw error;
    await module.default({ ...options, stage: 'dev' });
  }
}

function report(warnings: string[], job: BuildJob): void {
  const { dir, log } = job;
  const told = new Set(warnings.filter((text) => !/^(No menus found|Schema not valid)/.test(text)));
  for (const text of told) {
    // Of these the build only says that they are not there.
    const [, type] = /^Operator type "([^"]+)" was used but is not defined/.exec(text) ?? [];
    if (type === undefined) continue;
    told.delete(text);
    told.add(
      `There is no operator "${type}", so it stays as it is written. ${suggestPlugin({ kind: 'Operator', type }, job)}`,
    );
  }
  if (told.size > 0) log.warn(`Lowdefy has remarks about the app in ${dir}:\n  ${[...told].join('\n  ')}`);
}

function toText(part: unknown): string {
  if (part instanceof Error) return part.message;
  const text = typeof part === 'string' ? part : JSON.stringify(part);
  return text.replace(/^Schema Error\n/, '').replace(/\s*\n\s*/g, ' ');
}
