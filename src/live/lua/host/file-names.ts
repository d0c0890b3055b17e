import { foldName, isRunFolder } from '../../project-marks.ts';

/** App code has files below these folders of base_dir, and nowhere else. */
export const APP_FOLDERS: readonly string[] = [
  'apps',
  'lua',
  'viewdefs',
  'html',
  'resources',
  'data',
  'storage',
];
/** Where `print` and failures go. */
export const LOG_FOLDER = 'log';

/** Files of the product itself, wherever they are: any folder below may become a base folder. */
const PRIVATE = /^(?:tandem\.ya?ml|ui-token|mcp-key|ui-port|mcp-port)$/;
/** Sessions, keys and version control use names with a dot; app code may only use those of os.tmpname. */
const HIDDEN = /^\.(?!tmp-)/;
/** Some systems drop these, so that the file would get another name. */
const DROPPED_END = /[. ]$/;

/** What live UIs consist of. Code for Node does not belong: a tool may import it. */
const PAGE_FILE =
  /\.(?:lua|html?|css|md|txt|jsonl?|csv|tsv|xml|svg|png|jpe?g|gif|webp|avif|ico|mp[34]|ogg|wav|webm|woff2?|ttf|otf|pdf|tmp|bak)$/;
const LOG_FILE = /\.log$/;
/** Data may have any name, except one that a program would treat as its code or settings. */
const RUN_FILE =
  /\.(?:[cm]?[jt]sx?|node|wasm|ya?ml|njk|toml|ini|conf|sh|bash|zsh|fish|command|bat|cmd|ps1|vbs|exe|com|scr|msi|dll|so|dylib|jar|class|py[cw]?|rb|pl|php|phar|desktop|service|lnk|url|webloc|mk|gradle|vim|el)$/;
const OBEYED_FILE =
  /^(?:package(?:-lock)?\.json|[jt]sconfig.*\.json|deno\.jsonc?|composer\.json|types\.json|(?:claude|agents|gemini|skill)\.md|head|(?:gnu)?makefile|dockerfile|procfile|(?:gem|rake|vagrant|jenkins|just)file)$/;

/** Files that are loaded by a name without extension: a file with exactly that name would take precedence. */
export function codeNamesOf(name: string): string[] {
  if (name.includes('.')) return [];
  return ['ts', 'tsx', 'js', 'jsx', 'mts', 'mjs', 'cts', 'cjs', 'json'].map((ending) => `${name}.${ending}`);
}

/** Whether a part of a path belongs to the server or to another program. */
export function isForeignPart(part: string): boolean {
  return PRIVATE.test(foldName(part)) || HIDDEN.test(part) || DROPPED_END.test(part) || isRunFolder(part);
}

/** Whether app code may write a file of this name in a folder of base_dir. */
export function mayWriteName(folder: string, name: string): boolean {
  const folded = foldName(name);
  if (OBEYED_FILE.test(folded)) return false;
  if (folder === LOG_FOLDER) return LOG_FILE.test(folded);
  return folder === 'data' || folder === 'storage' ? !RUN_FILE.test(folded) : PAGE_FILE.test(folded);
}
