import type { Door } from '../area/route.ts';
import type { Listener } from './http-options.ts';
import { MCP_PATHS } from './mcp-door.ts';

const DEBUG_PATHS: ReadonlySet<string> = new Set(['/state', '/variables', '/wait']);
/** Reached by address: the origin of views that agents write. By name: the person's own pages. */
const LIVE_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]']);

/** Which door a request stands before, by the listener it came in by, its Host and its path. */
export function doorOf(listener: Listener, host: string, path: string): Door | 'mcp' {
  if (listener !== 'ui' && MCP_PATHS.has(path)) return 'mcp';
  if (listener === 'mcp' || (listener === 'joined' && DEBUG_PATHS.has(path))) return 'debug';
  return LIVE_HOSTS.has(host) ? 'live' : 'page';
}
