import type { ChangeHub } from '../mcp/change-hub.ts';
import type { SessionStore } from '../session/session-store.ts';

interface Told {
  uri: string;
  userId?: string;
}

/** Clients that subscribed at one instance hear what changes at the others. Returns how to stop. */
export function shareChanges(hub: ChangeHub, store: SessionStore): () => void {
  if (!store.tell || !store.onTold) return () => {};
  let isTold = false;
  const stops = [
    hub.subscribe((change) => {
      if (change.kind !== 'resource' || isTold) return;
      const { uri, userId } = change;
      store.tell?.(JSON.stringify({ uri, ...(userId !== undefined && { userId }) } satisfies Told));
    }),
    store.onTold((text) => {
      const { uri, userId } = JSON.parse(text) as Told;
      isTold = true;
      hub.resourceUpdated(uri, userId === undefined ? {} : { userId });
      isTold = false;
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
