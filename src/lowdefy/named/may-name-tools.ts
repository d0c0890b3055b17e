import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfigFiles } from '../build/config-files.ts';

/** Without one of these words, no setting offers a tool; with one, the build decides. */
const WORDS = /\b(toolName|expose|tools|enabled|inputSchema|resources)\b/;

/** Whether the texts of an app could offer tools, so that listing them is worth waiting for a build. */
export function mayNameTools([dir, ...others]: readonly [string, ...string[]]): boolean {
  const settings = [dir, ...others].map((folder) => join(folder, 'tandem.yaml'));
  if (settings.some((file) => existsSync(file) && WORDS.test(readFileSync(file, 'utf8')))) return true;
  try {
    const contents = [...readConfigFiles(dir).files.values()];
    // Not in the same file: `mcp:` can refer to another.
    return (
      contents.some((content) => content.includes('mcp')) &&
      contents.some((content) => WORDS.test(String(content)))
    );
  } catch {
    // The build says what is wrong with the files.
    return true;
  }
}
