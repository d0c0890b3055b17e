import { isRecord } from '../../lib/is-record.ts';
import { withoutMarks } from './build-marks.ts';
import { MCP_MARK } from './move-mcp-keys.ts';
import { type BuildFiles, readMarked } from './read-build.ts';

/** What requests ask a person, by page and id. The settings went through the build in their properties, and are removed there. */
export function takeRequestMcp(files: BuildFiles): Map<string, Record<string, boolean | string>> {
  const found = new Map<string, Record<string, boolean | string>>();
  for (const path of files.keys()) {
    const request =
      path.startsWith('pages/') && path.includes('/requests/') ? readMarked(files, path) : undefined;
    const properties = isRecord(request) ? request.properties : undefined;
    if (!isRecord(request) || !isRecord(properties) || properties[MCP_MARK] === undefined) continue;
    const mcp = withoutMarks(properties[MCP_MARK]);
    delete properties[MCP_MARK];
    files.set(path, JSON.stringify(request));
    const { confirm } = isRecord(mcp) ? mcp : {};
    if (confirm !== true && typeof confirm !== 'string') continue;
    const pageId = String(request.pageId);
    found.set(pageId, { ...found.get(pageId), [String(request.requestId)]: confirm });
  }
  return found;
}
