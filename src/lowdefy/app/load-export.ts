import { didYouMean } from '../../lib/nearest.ts';
import type { TypeUse } from '../build/build-types.ts';
import type { PackageFinder } from './find-packages.ts';
import { lowdefyBuildCommand } from './lowdefy-version.ts';

/** What was found, or why it cannot be used. */
export type FoundExport = { found: unknown; why?: undefined } | { found?: undefined; why: string };

/** What a package exports for a type that the app uses. */
export async function loadExport(
  finder: PackageFinder,
  { package: name, name: type, version }: TypeUse,
  subpath: string,
): Promise<FoundExport> {
  if (finder.folderOf(name) === undefined)
    return { why: `${name} is not installed. ${toInstall(finder, name, version)}` };
  try {
    const module = await finder.load(name, subpath);
    if (!module)
      return { why: `${name} lists "${type}" in its types, but has no "./${subpath}" in its exports.` };
    const found = module[type];
    if (found !== undefined) return { found };
    const names = Object.keys(module).filter((key) => key !== 'default');
    return {
      why: `${name} lists "${type}" in its types, but ${name}/${subpath} does not export it.${didYouMean(type, names)}`,
    };
  } catch (error) {
    return { why: cannotLoad(`${name}/${subpath}`, error) };
  }
}

/** Why a module could not be loaded, in one sentence, with file and line if known. */
export function cannotLoad(module: string, error: unknown): string {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  const [line = ''] = message.split('\n');
  const [, place] = /file:\/\/(\/[^\s:]+:\d+)/.exec(stack) ?? [];
  return `${module} cannot be loaded: ${line.replace(/\.$/, '')}${place && !line.includes(place) ? ` (${place})` : ''}.`;
}

/** Lowdefy's own tools install the packages of an app when they build it. */
function toInstall(
  { dir, isOwn, version: own, wanted }: PackageFinder,
  name: string,
  version?: string,
): string {
  if (isOwn && version === own && wanted === own) return `Run "${lowdefyBuildCommand(dir, own)}".`;
  return `Run "npm install ${version === undefined ? name : `${name}@${version}`}" in ${dir}.`;
}
