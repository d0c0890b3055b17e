import { TandemError } from '../../errors.ts';
import { isRecord } from '../../lib/is-record.ts';
import { didYouMean } from '../../lib/nearest.ts';
import type { McpEndpointSettings } from '../app/mcp-endpoint-schema.ts';
import { itemsOf, withoutMarks } from './build-marks.ts';
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

/** Adds what a settings file says about endpoints. Of what protects, what either place asks for applies. */
export function addEndpointMcp(
  files: BuildFiles,
  from: string,
  settings: Record<string, McpEndpointSettings> = {},
): void {
  for (const [id, more] of Object.entries(settings)) {
    const path = `api/${id}.json`;
    const endpoint = readMarked(files, path);
    if (!isRecord(endpoint)) {
      const known = [...files.keys()].flatMap((name) => /^api\/(.+)\.json$/.exec(name)?.[1] ?? []);
      // A safety setting with a misspelled name would protect nothing.
      throw new TandemError(
        'invalid_config',
        `${from}: mcp.api names the endpoint "${id}", which does not exist.${didYouMean(id, known)}`,
      );
    }
    const own = isRecord(endpoint.mcp) ? (withoutMarks(endpoint.mcp) as McpEndpointSettings) : {};
    endpoint.mcp = {
      ...own,
      ...more,
      ...((own.exclude || more.exclude) && { exclude: true }),
      ...((own.confirm || more.confirm) && { confirm: more.confirm || own.confirm }),
      ...((own.enabled === false || more.enabled === false) && { enabled: false }),
    };
    files.set(path, JSON.stringify(endpoint));
  }
}

function isOurs(step: unknown): boolean {
  if (!isRecord(step)) return false;
  const held = step[MCP_STEP];
  return isRecord(held) && held[MCP_MARK] !== undefined;
}
