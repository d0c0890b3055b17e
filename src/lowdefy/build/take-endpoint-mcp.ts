import { isRecord } from '../../lib/is-record.ts';
import { itemsOf } from './build-marks.ts';
import { MCP_MARK, MCP_STEP } from './move-mcp-keys.ts';
import { type BuildFiles, readMarked } from './read-build.ts';

/**
 * Puts the `mcp` settings of endpoints back where they were written. They went through the build as a step of the
 * routine, which must not run.
 */
export function takeEndpointMcp(files: BuildFiles): void {
  for (const path of files.keys()) {
    const endpoint = path.startsWith('api/') ? readMarked(files, path) : undefined;
    if (!isRecord(endpoint)) continue;
    const steps = itemsOf(endpoint.routine);
    const index = steps.findIndex(isOurs);
    if (index < 0) continue;
    const [step] = steps.splice(index, 1) as Record<string, Record<string, unknown>>[];
    endpoint.mcp = step?.[MCP_STEP]?.[MCP_MARK];
    files.set(path, JSON.stringify(endpoint));
  }
}

function isOurs(step: unknown): boolean {
  if (!isRecord(step)) return false;
  const held = step[MCP_STEP];
  return isRecord(held) && held[MCP_MARK] !== undefined;
}
