import { serverPath } from '../server-path.ts';
import { ABNORMAL, type Transport, type TransportHandlers } from './transport.ts';

export function openWebSocket(path: string, handlers: TransportHandlers): Transport {
  const leaving = new AbortController();
  const { signal } = leaving;
  let socket: WebSocket | undefined;
  try {
    socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}${serverPath(path)}`);
    socket.addEventListener('open', () => handlers.onOpen(), { signal });
    socket.addEventListener('message', ({ data }) => handlers.onText(String(data)), { signal });
    socket.addEventListener('close', ({ code }) => handlers.onClose(code), { signal });
  } catch {
    // Some browsers and their extensions refuse by an error.
    queueMicrotask(() => signal.aborted || handlers.onClose(ABNORMAL));
  }
  return {
    send(text) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(text);
      return true;
    },
    close() {
      leaving.abort();
      socket?.close();
    },
  };
}
