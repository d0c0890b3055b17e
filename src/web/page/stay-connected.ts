import { pageHeaders } from './page-headers.ts';
import { ReconnectingSocket, type SocketHandlers } from './reconnecting-socket.ts';
import { serverPath } from './server-path.ts';

export interface Staying {
  onText(text: string): void;
  /** `send` is for this connection and those after it. */
  onOpen?(send: (text: string) => void): void;
  /** The connection is lost, or was never there; another is being tried. */
  onAway?(): void;
  /** The page stays while the person is signed out, and continues: reloading it would take away what is typed. */
  staysSignedOut?: boolean;
}

/** Follow a socket of the server for as long as the person is signed in. Returns how to leave. */
export function stayConnected(
  path: string,
  { onText, onOpen, onAway, staysSignedOut = false }: Staying,
): () => void {
  const handlers: SocketHandlers = {
    onText,
    ...(onOpen && { onOpen: () => onOpen((text) => socket.send(text)) }),
    async onLost() {
      onAway?.();
      if (staysSignedOut || !(await isSignedOut())) return 'retry';
      // Reloading shows how to sign in again.
      location.reload();
      return 'stop';
    },
  };
  const socket = new ReconnectingSocket(path, handlers, { headers: () => pageHeaders(() => {}) });
  socket.start();
  return () => socket.close();
}

/** To a WebSocket, a refusal looks like a server that is away. */
async function isSignedOut(): Promise<boolean> {
  const response = await fetch(serverPath('/api/status')).catch(() => undefined);
  return response?.status === 401;
}
