import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A tool's own file, and whether there is a plugin next to it. The plugin is for the browser and is not opened here.
 */
export interface ToolFile {
  path: string;
  hasPlugin: boolean;
  /** The plugin's file. */
  plugin?: string;
}

const CODE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const NOT_A_TOOL = /(?:\.d\.[cm]?ts|\.(?:test|spec)\.\w+)$/;
const ENDINGS = ['.ts', '.tsx', '.mts', '.js', '.jsx', '.mjs'];

/** The tools of a folder: `name.ts`, or `name/tool.ts` with related files next to it. Sorted by name. */
export function findToolFiles(dir: string): ToolFile[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { withFileTypes: true })
    .filter(({ name }) => !/^[._]/.test(name) && name !== 'node_modules')
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(dir, entry.name);
      if (CODE.test(entry.name)) return NOT_A_TOOL.test(entry.name) ? [] : [{ path, hasPlugin: false }];
      const file = withEnding(path, 'tool');
      if (!file) return [];
      const plugin = withEnding(path, 'plugin');
      return [{ path: file, hasPlugin: plugin !== undefined, ...(plugin ? { plugin } : {}) }];
    });
}

function withEnding(folder: string, name: string): string | undefined {
  return ENDINGS.map((ending) => join(folder, name + ending)).find((path) => existsSync(path));
}
