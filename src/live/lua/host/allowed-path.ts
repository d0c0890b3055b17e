import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { hasCode } from '../../../lib/has-code.ts';
import type { Permissions } from '../live-runtime.ts';

/** Files of the product itself, wherever they lie: any folder below may become a base folder of its own. */
const PRIVATE = new Set(['tandem.yaml', 'ui-token', 'mcp-key', 'ui-port', 'mcp-port']);
/** Directly in a project: what other parts of the server, or other programs, would run. */
const RUN_ELSEWHERE = /^(tools|node_modules|package\.json|lowdefy\.ya?ml|model\.[cm]?[jt]s)$/;
/** Sessions, keys and version control have names with a dot; of such names app code has those of os.tmpname. */
const HIDDEN = /^\.(?!tmp-)/;

/** A refusal that app code reads as the second result of io.open. */
export class Refused extends Error {}

/** The real path that `path` means, or a refusal that names what to grant. Links are followed before judging. */
export function allowedPath(path: string, baseDir: string, files: Permissions['files']): string {
  if (path.includes('\0')) throw new Refused('a path cannot contain a zero byte');
  if (files === 'none')
    throw new Refused(
      `${path}: app code may not use files; grant permissions.files: base_dir (or full) in tandem.yaml`,
    );
  const real = realPath(resolve(baseDir, path));
  if (files === 'full') return real;
  const base = realpathSync(baseDir);
  const inside = relative(base, real);
  if (inside === '..' || inside.startsWith(`..${sep}`) || isAbsolute(inside))
    throw new Refused(`${path} is outside of ${baseDir}; grant permissions.files: full in tandem.yaml`);
  const parts = inside.toLowerCase().split(sep);
  if (RUN_ELSEWHERE.test(parts[0] ?? '') || parts.some((part) => PRIVATE.has(part) || HIDDEN.test(part)))
    throw new Refused(`${path} belongs to the server; grant permissions.files: full in tandem.yaml`);
  return real;
}

/** Like realpath, but the last parts may not exist yet. */
function realPath(path: string, depth = 0): string {
  if (depth > 40) throw new Refused(`${path}: too many links`);
  try {
    return realpathSync(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
    const parent = dirname(path);
    if (parent === path) return path;
    const real = join(realPath(parent), basename(path));
    const target = linkTarget(real);
    return target === undefined ? real : realPath(resolve(dirname(real), target), depth + 1);
  }
}

/** A link to something that does not exist yet still leads there. */
function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
