const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 5000;

export interface Staying {
  onMessage(text: string): void;
  onOpen?(): void;
  /** The connection is lost, or was never there; another is being tried. */
  onAway?(): void;
}

/** A socket that comes back by itself after a restart of the server or a lost network. Answers how to leave. */
export function stayConnected(path: string, { onMessage, onOpen, onAway }: Staying): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  let wait = FIRST_WAIT_MS;
  let socket: WebSocket;

  function connect(): void {
    socket = new WebSocket(`${location.origin.replace('http', 'ws')}${path}`);
    socket.addEventListener(
      'open',
      () => {
        wait = FIRST_WAIT_MS;
        onOpen?.();
      },
      { signal },
    );
    socket.addEventListener('message', ({ data }) => onMessage(String(data)), { signal });
    socket.addEventListener(
      'close',
      () => {
        onAway?.();
        setTimeout(() => void reconnect(), wait);
        wait = Math.min(wait * 2, MAX_WAIT_MS);
      },
      { signal },
    );
  }

  /** To a WebSocket a refusal looks like a server that is away; reloading shows how to sign in again. */
  async function reconnect(): Promise<void> {
    if (signal.aborted) return;
    const response = await fetch('/api/status').catch(() => undefined);
    if (signal.aborted) return;
    if (response?.status === 401) location.reload();
    else connect();
  }

  connect();
  return () => {
    leaving.abort();
    socket.close();
  };
}
