import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, parse } from 'node:path';
import type { ConfigFiles } from './config-files.ts';
import { isInside, readConfigFile, shownName } from './config-files.ts';
import { agentFoldersIn, isCode } from './config-references.ts';
import { copyPublicTexts } from './copy-public-texts.ts';
import { moveMcpKeys } from './move-mcp-keys.ts';
import { originalLine } from './original-line.ts';

const PARSED = /\.(ya?ml|json)$/;

/** The files that a build reads, and the mapping from its messages back to the app's own files. */
export interface ConfigCopy {
  /** The copy of the app's folder. */
  dir: string;
  /** Copies one more file, if the build asks for one that was not known before. Returns whether it exists. */
  add(path: string): boolean;
  /** `pages/home.yaml:5` in the app, for an absolute path in the copy with or without a line. */
  placeOf(source: string): string;
  /** Text of the build, with the app's paths instead of the copy's. */
  withOwnPaths(text: string): string;
}

/**
 * Writes the files that a build reads below `root`, at their paths on disk, so that references out of the app's
 * folder lead to copies too.
 */
export function writeConfigCopy(dir: string, files: ConfigFiles, root: string): ConfigCopy {
  const copyOf = (path: string) => join(root, path.slice(parse(path).root.length));
  /** By path in the copy: the app's own file, and its text in the copy if that differs. */
  const originals = new Map<string, { path: string; text?: string }>();
  mkdirSync(copyOf(dir), { recursive: true });
  copyPublicTexts(dir, copyOf(dir));
  for (const [path, content] of files) write(path, content);
  linkPackages();
  linkModules();
  markRepositories();
  makeAgentFolders();
  const withOwnPaths = (text: string) => text.replaceAll(root, '');
  return {
    dir: copyOf(dir),
    add(path) {
      const content = files.has(path) ? undefined : readConfigFile(path);
      if (!content) return false;
      files.set(path, content);
      write(path, content);
      return true;
    },
    withOwnPaths,
    placeOf(source) {
      const [, target = source, line] = /^(.*?)(?::(\d+))?$/s.exec(source) ?? [];
      const original = originals.get(target);
      const name = shownName(dir, original?.path ?? withOwnPaths(target));
      if (line === undefined) return name;
      if (original?.text === undefined) return `${name}:${line}`;
      return `${name}:${originalLine(String(files.get(original.path)), original.text, Number(line))}`;
    },
  };

  function write(path: string, content: Buffer): void {
    const isMain = dirname(path) === dir && /^lowdefy\.ya?ml$/.test(basename(path));
    // The build looks for this name only.
    const target = isMain ? join(copyOf(dir), 'lowdefy.yaml') : copyOf(path);
    const text = PARSED.test(path) ? content.toString('utf8') : undefined;
    const moved = text === undefined ? undefined : moveMcpKeys(shownName(dir, path), text, isMain);
    const isChanged = moved !== undefined && moved !== text;
    mkdirSync(dirname(target), { recursive: true });
    // Unchanged files keep their bytes, whatever their encoding.
    writeFileSync(target, isChanged ? moved : content);
    originals.set(target, { path, ...(isChanged && { text: moved }) });
  }

  /**
   * Code resolves the packages it imports from its own location; it finds those of the folders above the copy anyway.
   */
  function linkPackages(): void {
    const folders = new Set([...files.keys()].filter(isCode).map((path) => dirname(path)));
    for (const folder of folders) {
      const modules = join(folder, 'node_modules');
      if (!isInside(folder, dir) && folder !== dir && existsSync(modules))
        symlinkSync(modules, join(copyOf(folder), 'node_modules'), 'junction');
      if (dirname(folder) !== folder) folders.add(dirname(folder));
    }
  }

  /** Modules from GitHub are stored where Lowdefy's own tools store them, so that each is fetched once. */
  function linkModules(): void {
    const isUsed = [...files].some(
      ([path, content]) => PARSED.test(path) && /\bsource["']?\s*:\s*["']?github:/.test(String(content)),
    );
    if (!isUsed) return;
    const modules = join(dir, '.lowdefy', 'modules');
    mkdirSync(modules, { recursive: true });
    mkdirSync(join(copyOf(dir), '.lowdefy'), { recursive: true });
    symlinkSync(modules, join(copyOf(dir), '.lowdefy', 'modules'), 'junction');
  }

  /** A module may refer to anything in its repository, which the build identifies by this folder. */
  function markRepositories(): void {
    for (const path of files.keys()) {
      if (basename(path) !== 'module.lowdefy.yaml') continue;
      const repository = repositoryOf(dirname(path));
      if (repository !== undefined) mkdirSync(join(copyOf(repository), '.git'), { recursive: true });
    }
  }

  /** The build only checks that they exist; agents read the app's own. */
  function makeAgentFolders(): void {
    for (const [path, content] of files) {
      if (!PARSED.test(path)) continue;
      for (const folder of agentFoldersIn(String(content), dir))
        if (existsSync(folder)) mkdirSync(copyOf(folder), { recursive: true });
    }
  }
}

function repositoryOf(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  return dirname(folder) === folder ? undefined : repositoryOf(dirname(folder));
}
