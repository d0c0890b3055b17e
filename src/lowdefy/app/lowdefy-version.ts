/** In Lowdefy's own repository, apps run on the packages built there. */
const LOCAL = 'local';
const EXACT = /^v?\d+\.\d+\.\d+(-[\w.-]+)?$/;

/**
 * Versions with the same engine, identified by the first of them: apps of one generation run on any version of it.
 * Undefined for text that is not a version.
 */
function generationOf(version: string): string | undefined {
  const [, major, minor] = /^[v^~=]?(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  if (major === undefined) return undefined;
  if (Number(major) !== 4) return major;
  return Number(minor ?? 0) >= 5 ? '4.5' : '4.0';
}

/** Whether an app that asks for one version can run on the other. */
export function isSameGeneration(wanted: string, version: string): boolean {
  return generationOf(wanted) === generationOf(version);
}

/** The version that `lowdefy:` asks for, and the installed one. */
export interface VersionQuestion {
  dir: string;
  wanted: string | undefined;
  version: string;
  /** Whether the app brought its own. */
  isOwn: boolean;
}

/** Why an app does not run on the version it asks for, and what to do; undefined if it does. */
export function explainVersion(question: VersionQuestion): string | undefined {
  const { dir, wanted, version, isOwn } = question;
  if (wanted === undefined || version === wanted || version.startsWith(`${wanted}.`)) return undefined;
  if (wanted === LOCAL)
    return isOwn
      ? undefined
      : `The app in ${dir} says "lowdefy: local", which is not a release and cannot be installed, so it runs on Lowdefy ${version}. To run it on its own Lowdefy, write the version that it needs (for example "lowdefy: 5.3.0"), or put a node_modules with your build of @lowdefy/* at ${dir}/.lowdefy/server/node_modules.`;
  return `The app in ${dir} is written for Lowdefy ${wanted}, but only ${version} is installed, so it runs on that. ${installAdvice(dir, wanted)}`;
}

/** What the reader of a page must know: that the app runs on a generation that it was not written for. */
export function versionNotice(question: VersionQuestion): string | undefined {
  const { dir, wanted = '', version } = question;
  if (explainVersion(question) === undefined) return undefined;
  // From 4.0 to 4.4 little was added, and ours is one of them.
  if (isSameGeneration(wanted, version)) return undefined;
  const start = `Note: this app asks for Lowdefy ${wanted} but runs on ${version}, so parts of it may be missing or behave differently.`;
  return wanted === LOCAL ? start : `${start} ${installAdvice(dir, wanted)}`;
}

/** How to build an app with the version it asks for. */
export function lowdefyBuildCommand(dir: string, wanted: string): string {
  const folder = /^[\w@%+=:,./\\-]+$/.test(dir) ? dir : `"${dir}"`;
  return `cd ${folder} && npx lowdefy@${wanted} build --no-next-build`;
}

function installAdvice(dir: string, wanted: string): string {
  if (!EXACT.test(wanted))
    return `"${wanted}" is not an exact version, which Lowdefy's own tools need: write one (for example "lowdefy: 5.3.0"), then build the app with it.`;
  return `To install its own version, run "${lowdefyBuildCommand(dir, wanted)}", then start Tandem again.`;
}
