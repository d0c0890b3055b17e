import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { TandemError } from '../../errors.ts';
import { hasCode } from '../../lib/has-code.ts';
import { checkTemplate } from './check-template.ts';

export interface Viewdef {
  /** `Contact.list-item`: the type, which may contain dots, and after the last one the namespace. */
  key: string;
  html: string;
  /** Where it came from; undefined when it was uploaded. */
  file?: string;
}

/** Uploaded views are saved with the session, completely, each time. */
const MAX_UPLOADED = 8 * 1024 * 1024;

/**
 * The views of a base folder and the uploaded ones; an upload takes precedence over a file with the same key, and a
 * file over a standard view.
 */
export class ViewdefStore {
  readonly #baseDir: string;
  readonly #standardDir: string | undefined;
  readonly #files = new Map<string, Viewdef & { mtimeMs: number }>();
  readonly #uploaded = new Map<string, Viewdef>();
  /** Files that cannot be used, with the reason. */
  readonly broken = new Map<string, string>();

  constructor(baseDir: string, options: { uploaded?: readonly Viewdef[]; standardDir?: string } = {}) {
    this.#baseDir = baseDir;
    this.#standardDir = options.standardDir;
    for (const viewdef of options.uploaded ?? []) this.#uploaded.set(viewdef.key, viewdef);
  }

  all(): Viewdef[] {
    const byKey = new Map<string, Viewdef>(
      [...this.#files].map(([key, { html, file }]) => [key, { key, html, file }]),
    );
    for (const [key, viewdef] of this.#uploaded) byKey.set(key, viewdef);
    return [...byKey.values()];
  }

  uploaded(): Viewdef[] {
    return [...this.#uploaded.values()];
  }

  upload(type: string, namespace: string, html: string): Viewdef {
    if (!/^[A-Za-z_][\w.-]*$/.test(type)) throw refused(`type "${type}" is not a name`);
    if (!/^[\w-]+$/.test(namespace))
      throw refused(`namespace "${namespace}" is not a name (dots are for types)`);
    checkTemplate(html);
    const viewdef = { key: `${type}.${namespace}`, html };
    const others = this.uploaded().filter(({ key }) => key !== viewdef.key);
    if (others.reduce((sum, other) => sum + other.html.length, html.length) > MAX_UPLOADED)
      throw new TandemError(
        'limit_reached',
        `The uploaded views of a session may total ${MAX_UPLOADED} characters. Write views to files in viewdefs/ instead.`,
      );
    this.#uploaded.set(viewdef.key, viewdef);
    return viewdef;
  }

  /** Reads the files again; returns the keys that are new, changed or removed. */
  scan(): string[] {
    const changed: string[] = [];
    const seen = new Set<string>();
    const files = this.#viewFiles();
    for (const file of this.broken.keys()) if (!files.includes(file)) this.broken.delete(file);
    for (const file of files) {
      const key = (file.split(/[\\/]/).at(-1) ?? '').replace(/\.html$/, '');
      if (seen.has(key)) continue;
      seen.add(key);
      const { mtimeMs } = statSync(file);
      const known = this.#files.get(key);
      if (known?.file === file && known.mtimeMs === mtimeMs && !this.broken.has(file)) continue;
      if (this.#load(key, file, mtimeMs)) changed.push(key);
    }
    for (const key of this.#files.keys())
      if (!seen.has(key)) {
        this.#files.delete(key);
        changed.push(key);
      }
    return changed;
  }

  #load(key: string, file: string, mtimeMs: number): boolean {
    try {
      const html = readFileSync(file, 'utf8');
      checkTemplate(html);
      this.broken.delete(file);
      const before = this.#files.get(key)?.html;
      this.#files.set(key, { key, html, file, mtimeMs });
      return before !== html;
    } catch (error) {
      // The last good one stays: a half-written file must not remove a view from the screen.
      this.broken.set(file, (error as Error).message);
      return false;
    }
  }

  #viewFiles(): string[] {
    const apps = join(this.#baseDir, 'apps');
    const folders = [
      join(this.#baseDir, 'viewdefs'),
      ...listFolder(apps).map((app) => join(apps, app, 'viewdefs')),
      ...(this.#standardDir === undefined ? [] : [this.#standardDir]),
    ];
    return folders.flatMap((folder) =>
      listFolder(folder)
        .filter((name) => name.endsWith('.html') && name.split('.').length >= 3)
        .map((name) => join(folder, name))
        // A broken link.
        .filter(existsSync),
    );
  }
}

/** Empty if there is no folder. */
function listFolder(path: string): string[] {
  try {
    return readdirSync(path);
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

function refused(why: string): TandemError {
  return new TandemError('invalid_input', `The view cannot be used: ${why}.`);
}
