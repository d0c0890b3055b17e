import { randomBytes } from 'node:crypto';
import { chmod, lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { TandemError } from '../../errors.ts';
import { hasCode } from '../../lib/has-code.ts';
import { BUNDLE_DIR, CLAUDE_SECTION, listBundle } from './bundle-files.ts';
import { changeClaude } from './claude-section.ts';
import { projectDirOf } from './project-dir.ts';
import { safeTarget } from './safe-target.ts';

/** Paths are relative to the project. */
export interface InstallResult {
  installed: string[];
  skipped: string[];
  appended: string[];
}

export interface InstallOptions {
  baseDir: string;
  /** Default: the project that contains base_dir. */
  projectDir?: string;
  /** Overwrite files that exist, and replace the section of CLAUDE.md. */
  force?: boolean;
}

interface Write {
  path: string;
  text: string | Buffer;
  /** Undefined keeps the file's mode. */
  mode: number | undefined;
}

const AGENT_FILE = '.claude/agents/ui-builder.md';

/** Whether the bundle has been installed in a project; the builder's file is the sign. */
export async function isInstalled(projectDir: string): Promise<boolean> {
  const found = await lstat(join(projectDir, AGENT_FILE)).catch(() => undefined);
  return found !== undefined;
}

/** Installs the bundled documents, views, scripts and agent files. Everything is checked before anything is written. */
export async function installBundle({
  baseDir,
  projectDir = projectDirOf(baseDir),
  force = false,
}: InstallOptions): Promise<InstallResult> {
  const roots = { project: projectDir, base: baseDir };
  const result: InstallResult = { installed: [], skipped: [], appended: [] };
  const writes: Write[] = [];
  await withReason(baseDir, () => mkdir(baseDir, { recursive: true }));

  for (const file of await listBundle()) {
    const target = await withReason(join(roots[file.root], file.target), () =>
      safeTarget(roots[file.root], file.target),
    );
    const shown = shownPath(projectDir, join(roots[file.root], file.target));
    if (target.exists && !force) {
      result.skipped.push(shown);
      continue;
    }
    writes.push({ path: target.path, text: await readFile(join(BUNDLE_DIR, file.source)), mode: file.mode });
    result.installed.push(shown);
  }

  const claude = await withReason(join(projectDir, 'CLAUDE.md'), () => safeTarget(projectDir, 'CLAUDE.md'));
  const change = changeClaude(
    claude.exists ? await withReason(claude.path, () => readFile(claude.path, 'utf8')) : undefined,
    await readFile(join(BUNDLE_DIR, CLAUDE_SECTION), 'utf8'),
    { force, file: claude.path },
  );
  result[change.how].push('CLAUDE.md');
  if (change.how !== 'skipped')
    writes.push({ path: claude.path, text: change.text, mode: claude.exists ? undefined : 0o644 });

  for (const write of writes) await withReason(write.path, () => put(write));
  return result;
}

function shownPath(projectDir: string, path: string): string {
  const shown = relative(projectDir, path);
  // A base_dir outside the project is shown in full: "../../" says nothing to a reader.
  return shown.startsWith('..') || isAbsolute(shown) ? path : shown.split(sep).join('/');
}

/** Completely or not at all: a reader never sees half a file. */
async function put({ path, text, mode }: Write): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`;
  try {
    const kept = mode ?? (await lstat(path)).mode & 0o777;
    await writeFile(temporary, text, { flag: 'wx', mode: kept });
    // The umask may have removed bits, such as the execute bits of scripts.
    if (kept & 0o111) await chmod(temporary, kept);
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** System errors that the reader can fix, in words. */
async function withReason<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (hasCode(error, 'EACCES', 'EPERM', 'EROFS'))
      throw new TandemError(
        'forbidden',
        `${path} cannot be written. Grant this process write access, or choose another base_dir.`,
        {
          cause: error,
        },
      );
    if (hasCode(error, 'ENOTDIR', 'EEXIST', 'EISDIR'))
      throw new TandemError(
        'conflict',
        `${path} cannot be written: a file is where a folder must be. Move it away.`,
        {
          cause: error,
        },
      );
    if (hasCode(error, 'ENOENT'))
      throw new TandemError('not_found', `${path} cannot be written: the project folder does not exist.`, {
        cause: error,
      });
    throw error;
  }
}
