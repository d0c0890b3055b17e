import { readdir } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The files as shipped; the build copies the folder next to the compiled code. */
export const BUNDLE_DIR = fileURLToPath(new URL('./bundle', import.meta.url));

/** The file whose content becomes a section of the project's CLAUDE.md. */
export const CLAUDE_SECTION = 'init/add-to-claude.md';

export interface BundleFile {
  /** Path in the bundle, with forward slashes. */
  source: string;
  /** Which folder it goes to, and where in it. */
  root: 'project' | 'base';
  target: string;
  mode: number;
}

/** Where each folder of the bundle goes. */
const PLACES: { from: string; root: BundleFile['root']; to: string; mode: number }[] = [
  { from: 'init/agents/', root: 'project', to: '.claude/agents/', mode: 0o644 },
  { from: 'init/skills/', root: 'project', to: '.claude/skills/', mode: 0o644 },
  { from: 'resources/', root: 'base', to: 'resources/', mode: 0o644 },
  { from: 'viewdefs/', root: 'base', to: 'viewdefs/', mode: 0o644 },
  // Their mode is set here because packing and copying may lose it.
  { from: 'scripts/', root: 'base', to: '', mode: 0o755 },
];

/** Every file to install except the section of CLAUDE.md, in the order of the places. */
export async function listBundle(): Promise<BundleFile[]> {
  const entries = await readdir(BUNDLE_DIR, { withFileTypes: true, recursive: true });
  const sources = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(BUNDLE_DIR.length + 1)
        .split(sep)
        .join('/'),
    )
    .sort();
  return PLACES.flatMap(({ from, root, to, mode }) =>
    sources
      .filter((source) => source.startsWith(from))
      .map((source) => ({ source, root, target: to + source.slice(from.length), mode })),
  );
}
