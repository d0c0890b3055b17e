import type { SocketConnection } from '../area/route.ts';
import { followChanges } from '../lib/follow-changes.ts';
import type { Actor, Sessions } from '../session/sessions.ts';

const LOOK_AGAIN_MS = 2000;

/** Ends the connection of a guest as soon as the session is no longer shared with them. */
export function closeWhenRevoked(
  sessions: Sessions,
  connection: SocketConnection,
  guest: Actor,
  sessionId: string,
): void {
  const look = async () => {
    const access = await sessions.sharing.admit(guest, sessionId);
    if (!access?.may.includes('act')) connection.close(4404, 'session not found');
  };
  const stop = followChanges(look, {
    everyMs: LOOK_AGAIN_MS,
    onChange(listener) {
      const stops = [
        sessions.onChange((changed) => void (changed.sessionId === sessionId && listener())),
        sessions.onOthersChange({ sessionId }, listener),
      ];
      return () => {
        for (const one of stops) one();
      };
    },
  });
  connection.onClose(stop);
}
