import type { Sessions } from '../../session/sessions.ts';

/** Calls the listener when this session changes, here or in another process whose store says so. Returns how to stop. */
export function onSessionChange(sessions: Sessions, sessionId: string, listener: () => void): () => void {
  const stops = [
    sessions.onChange((session) => {
      if (session.sessionId === sessionId) listener();
    }),
    sessions.onOthersChange({ sessionId }, listener),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
