import type { Door, Route } from '../area/route.ts';
import { MCP_PATHS } from './mcp-door.ts';
import { isMetadataPath } from './resource-metadata.ts';

/** Which listener a request came in by. */
export type ListenerName = 'ui' | 'mcp' | 'joined';

/** Reached by address: the origin of views that agents write. By name: the person's own pages. */
const VIEWS_HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]']);

/** Which door a request stands before, by the listener it came in by, its Host and its path. */
export type DoorOf = (listener: ListenerName, host: string, path: string) => Door | 'mcp';

/** Where one listener serves both ports, the paths of debug routes tell them from pages. */
export function createDoorOf(routes: readonly Pick<Route, 'door' | 'path'>[]): DoorOf {
  const debugPaths = new Set(routes.filter(({ door }) => door === 'debug').map(({ path }) => path));
  return (listener, host, path) => {
    if (listener !== 'ui' && (MCP_PATHS.has(path) || isMetadataPath(path))) return 'mcp';
    if (listener === 'mcp' || (listener === 'joined' && debugPaths.has(path))) return 'debug';
    return VIEWS_HOSTS.has(host) ? 'views' : 'page';
  };
}
