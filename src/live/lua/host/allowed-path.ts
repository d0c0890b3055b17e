import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { partsBelow } from '../../../lib/parts-below.ts';
import { realPath } from '../../../lib/real-path.ts';
import { projectMark } from '../../project-marks.ts';
import type { Permissions } from '../live-runtime.ts';
import { APP_FOLDERS, codeNamesOf, isForeignPart, LOG_FOLDER, mayWriteName } from './file-names.ts';

/** A refusal that app code receives as the second result of io.open. */
export class Refused extends Error {}

export interface FileGrant {
  /** With links resolved. */
  baseDir: string;
  files: Permissions['files'];
  /** Files and folders that other parts of the server execute, links resolved. */
  offLimits: readonly string[];
}

/** The location of a file: a folder, the path down from it, and a name. No part is a link. */
export interface FilePlace {
  root: string;
  folders: string[];
  name: string;
}

const FULL = 'grant permissions.files: full in tandem.yaml';
const FOLDERS = `${APP_FOLDERS.slice(0, -1).join(', ')} and ${APP_FOLDERS.at(-1)}`;

/** The location that `path` means, or a refusal that says what is allowed. Links are resolved before checking. */
export function allowedPlace(path: string, use: 'read' | 'write', grant: FileGrant): FilePlace {
  if (path.includes('\0')) throw new Refused('a path cannot contain a zero byte');
  if (grant.files === 'none')
    throw new Refused(
      `${path}: app code may not use files; grant permissions.files: base_dir (or full) in tandem.yaml`,
    );
  const real = realPath(resolve(grant.baseDir, path));
  if (grant.files === 'full') return { root: dirname(real), folders: [], name: basename(real) };
  const root = grant.baseDir;
  const parts = partsBelow(root, real);
  if (parts === undefined) throw new Refused(`${path} is outside base_dir; ${FULL}`);
  const [top = ''] = parts;
  const instead = `${insteadOf(path, use)}, or ${FULL}`;
  if (parts.some(isForeignPart))
    throw new Refused(`${path} belongs to the server or to another program; ${instead}`);
  if (parts.length < 2 || !(APP_FOLDERS.includes(top) || top === LOG_FOLDER))
    throw new Refused(`${path}: app code may ${use} only below ${FOLDERS} of base_dir; ${instead}`);
  if (grant.offLimits.some((other) => partsBelow(other, real) !== undefined))
    throw new Refused(`${path} is part of a tool or an app that this server runs; ${instead}`);
  for (let depth = 1; depth <= parts.length; depth++) {
    const mark = projectMark(join(root, ...parts.slice(0, depth)));
    if (mark !== undefined)
      throw new Refused(
        `${path} is in ${parts.slice(0, depth).join('/')}, a separate project (${mark}); ${instead}`,
      );
  }
  return { root, folders: parts.slice(0, -1), name: parts.at(-1) ?? '' };
}

function insteadOf(path: string, use: 'read' | 'write'): string {
  if (use === 'read') return 'use a copy in data/';
  const name = basename(path);
  return mayWriteName('data', name) && !isForeignPart(name) ? `write data/${name}` : 'write to data/';
}

/** Refuses names that other programs would treat as their own. */
export function checkFileName(path: string, { root, folders, name }: FilePlace, { files }: FileGrant): void {
  if (files === 'full') return;
  const code = codeNamesOf(name).find((other) => existsSync(join(root, ...folders, other)));
  if (code !== undefined)
    throw new Refused(
      `${path} could be loaded by other programs instead of ${code} next to it; use another name`,
    );
  if (mayWriteName(folders[0] ?? '', name)) return;
  throw new Refused(
    `${path}: app code may not write a file of this name, because other programs could run it or read it as configuration; use .json or .txt, or ${FULL}`,
  );
}
