import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfigFiles } from '../build/config-files.ts';

type Folders = readonly [string, ...string[]];

/** Without one of these words, no setting offers a tool; with one, the build decides. */
const NAMING = /\b(toolName|expose|tools|enabled|inputSchema|resources)\b/;
const ASKING = /\bconfirm\b/;

/** Whether the texts of an app could offer tools, so that listing them is worth waiting for a build. */
export function mayNameTools(folders: Folders): boolean {
  return mentions(folders, NAMING);
}

/** Whether something in an app may need a person's approval. */
export function mayNeedApproval(folders: Folders): boolean {
  return mentions(folders, ASKING);
}

function mentions([dir, ...others]: Folders, words: RegExp): boolean {
  const settings = [dir, ...others].map((folder) => join(folder, 'tandem.yaml'));
  if (settings.some((file) => existsSync(file) && words.test(readFileSync(file, 'utf8')))) return true;
  try {
    const contents = [...readConfigFiles(dir).files.values()];
    // Not in the same file: `mcp:` can refer to another.
    return (
      contents.some((content) => content.includes('mcp')) &&
      contents.some((content) => words.test(String(content)))
    );
  } catch {
    // The build says what is wrong with the files.
    return true;
  }
}
