import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

/** `_ref: ../common/header.yaml`, and files in `public`, which are read only if they are referenced. */
const REFERENCE = /(?<![\w./-])(?:(?:\.\.\/)+|public\/)[\w@./-]+\.\w+/g;
/** Relative modules in `import`, `export … from`, `import()` and `require()`. */
const IMPORT = /\b(?:from|import|require)\s*\(?\s*["'](\.{1,2}\/[^"'\n]+)["']/g;
const MODULE = /\bsource["']?\s*:\s*["']?file:([^\s"',}]+)/g;
const AGENT_FOLDER = /\bbasePath["']?\s*:\s*["']?([^\s"',}]+)/g;
const CODE = /\.(m?js|cjs)$/;

export function isCode(path: string): boolean {
  return CODE.test(path);
}

/** The files that code imports by path. */
export function* importsIn(path: string, text: string): Iterable<string> {
  for (const [, name] of text.matchAll(IMPORT)) {
    const target = resolve(dirname(path), name ?? '');
    const file = ['', '.js', '.mjs', '.cjs', '.json', '/index.js']
      .map((end) => `${target}${end}`)
      .find((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile());
    if (file !== undefined) yield file;
  }
}

/**
 * The `package.json` of code. It decides whether the code is an ES module, which a copy of the code alone would not
 * show.
 */
export function packageOf(path: string): string | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file)) return file;
    if (dirname(folder) === folder) return undefined;
  }
}

/** Files that configuration refers to, relative to the app's folder or a module's; the reference does not say which. */
export function* referencesIn(text: string, bases: readonly string[]): Iterable<string> {
  for (const [name] of text.matchAll(REFERENCE)) for (const base of bases) yield resolve(base, name);
}

/** Folders of modules: `modules: [{ id: a, source: 'file:../modules/a' }]`. */
export function* modulesIn(text: string, dir: string): Iterable<string> {
  for (const [, name] of text.matchAll(MODULE)) if (name !== undefined) yield resolve(dir, name);
}

/** Folders that agents may read: `fileSystem: { basePath: ./handbook }`. */
export function* agentFoldersIn(text: string, dir: string): Iterable<string> {
  for (const [, name] of text.matchAll(AGENT_FOLDER)) if (name !== undefined) yield resolve(dir, name);
}
