import type { SocketConnection } from '../area/route.ts';
import { createThrottle, type Throttle } from '../lib/throttle.ts';
import type { VariableInfo } from '../protocol/variable-info.ts';

/** A person reads it; more often would be wasted work. */
const GAP_MS = 250;

/** Keeps a page that shows the variables up to date. */
export function createVariablesWatcher(
  connection: SocketConnection,
  read: () => Promise<VariableInfo[]>,
): Throttle {
  return createThrottle(GAP_MS, () => {
    read().then(
      (variables) => connection.send(JSON.stringify(variables)),
      () => connection.close(1001, 'the session was closed'),
    );
  });
}
