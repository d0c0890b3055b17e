import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isRecord } from '../../lib/is-record.ts';
import { type ConfigFiles, readConfigFile, shownName } from './config-files.ts';
import { isCode } from './config-references.ts';

const FILE = 'tandem-sources.json';
/** If code of the app or folders of others take part in the build, it is unknown what is read. */
const READS_MORE = /\b(resolver|transformer)\b|^modules\s*:/m;

/**
 * Records with a finished build which files it was made from, so that other files, perhaps written by the running
 * app, do not cause a rebuild.
 */
export function writeSources(build: string, { dir, files }: { dir: string; files: ConfigFiles }): void {
  const paths = referencedFiles(build, dir, files);
  if (!paths) return;
  writeFileSync(join(build, FILE), JSON.stringify([...paths].map((path) => shownName(dir, path))));
}

/** The files of an app that its build was made from; all files, if it does not say. */
export function sourcesOf(build: string, { dir, files }: { dir: string; files: ConfigFiles }): ConfigFiles {
  if (!existsSync(join(build, FILE))) return files;
  const names: unknown = JSON.parse(readFileSync(join(build, FILE), 'utf8'));
  const paths = Array.isArray(names) ? names.map((name) => resolve(dir, String(name))) : [];
  return new Map(
    paths.sort().flatMap((path) => {
      const content = files.get(path) ?? readConfigFile(path);
      return content ? [[path, content] as const] : [];
    }),
  );
}

/** Lowdefy's build maps every reference to the file it names. */
function referencedFiles(build: string, dir: string, files: ConfigFiles): Set<string> | undefined {
  const map: unknown = JSON.parse(readFileSync(join(build, 'refMap.json'), 'utf8'));
  if (!isRecord(map)) return undefined;
  const paths = new Set([...files.keys()].filter((path) => /^lowdefy\.ya?ml$/.test(shownName(dir, path))));
  for (const ref of Object.values(map)) {
    if (!isRecord(ref) || ref.parent === null) continue;
    if (typeof ref.path !== 'string') return undefined;
    paths.add(resolve(dir, ref.path));
  }
  const readsMore = [...paths].some(
    (path) => isCode(path) || READS_MORE.test(String(files.get(path) ?? 'modules:')),
  );
  return readsMore ? undefined : paths;
}
