import type { Connection } from '../area/route.ts';
import type { VariableInfo } from './lua/live-runtime.ts';

/** A person reads it; more often is only work. */
const GAP_MS = 250;

/** Keeps a page that shows the variables up to date. */
export interface VariablesWatcher {
  changed(): void;
  close(): void;
}

export function createVariablesWatcher(
  connection: Connection,
  read: () => Promise<VariableInfo[]>,
): VariablesWatcher {
  let timer: NodeJS.Timeout | undefined;
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = async () => {
    timer = undefined;
    lookedAt = performance.now();
    connection.send(JSON.stringify(await read()));
  };
  return {
    changed() {
      timer ??= setTimeout(
        () => void look().catch(() => connection.close(1001, 'the session was closed')),
        Math.max(0, GAP_MS - (performance.now() - lookedAt)),
      );
    },
    close: () => clearTimeout(timer),
  };
}
