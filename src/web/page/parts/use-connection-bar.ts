import { useEffect } from 'react';
import { AWAY, showConnectionBar } from '../connection-bar.ts';

/** While the connection is lost, the page says so. */
export function useConnectionBar(isAway: boolean): void {
  useEffect(() => {
    showConnectionBar(isAway ? AWAY : undefined);
    return () => showConnectionBar(undefined);
  }, [isAway]);
}
