import { isRecord } from '../../lib/is-record.ts';
import { childBlocksOf } from '../build/collect-mcp.ts';
import { type BuildFiles, readJson, readPages } from '../build/read-build.ts';

/** The ids in a finished build, where everything is computed. */
export interface BuiltIds {
  pages: ReadonlyMap<string, { blocks: Set<string>; requests: Set<string> }>;
  connections: Set<string>;
  endpoints: Set<string>;
}

export function readBuiltIds(files: BuildFiles): BuiltIds {
  const pages = new Map<string, { blocks: Set<string>; requests: Set<string> }>();
  for (const { pageId, page } of readPages(files)) {
    const blocks = new Set<string>();
    visit(page);
    pages.set(pageId, { blocks, requests: new Set() });

    function visit(block: Record<string, unknown>): void {
      blocks.add(String(block.blockId ?? block.id));
      for (const child of childBlocksOf(block)) visit(child);
    }
  }
  for (const path of files.keys()) {
    if (!/^pages\/.*\/requests\//.test(path)) continue;
    const request = readJson(files, path);
    if (isRecord(request)) pages.get(String(request.pageId))?.requests.add(String(request.requestId));
  }
  return { pages, connections: idsIn('connections'), endpoints: idsIn('api') };

  function idsIn(folder: string): Set<string> {
    const names = [...files.keys()].filter((path) => path.startsWith(`${folder}/`));
    return new Set(names.map((path) => path.slice(folder.length + 1, -'.json'.length)));
  }
}
