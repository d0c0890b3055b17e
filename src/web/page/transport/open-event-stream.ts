import {
  CONNECTIONS_PATH,
  EVENTS_PATH,
  PAGE_HEARTBEAT_MS,
  readClosed,
  readOpened,
} from '../../../protocol/page-events.ts';
import { serverPath } from '../server-path.ts';
import { EventReader, type ServerEvent } from './event-reader.ts';
import { FrameSender } from './frame-sender.ts';
import { ABNORMAL, type Transport, type TransportHandlers } from './transport.ts';

/** A computer that slept, or a network that changed, leaves a stream that nothing will ever arrive on. */
const MAX_SILENCE_MS = 3 * PAGE_HEARTBEAT_MS;

/** Headers that requests of this page need, such as its token. */
export type PageHeaders = () => Promise<Record<string, string>>;

/** A connection of plain requests: a stream of events from the server, and POSTs to it. */
export function openEventStream(
  path: string,
  handlers: TransportHandlers,
  pageHeaders: PageHeaders = async () => ({}),
): Transport {
  const leaving = new AbortController();
  const { signal } = leaving;
  let headers: Record<string, string> = {};
  let sender: FrameSender | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(silence));
  const end = (code: number) => {
    if (signal.aborted) return;
    leaving.abort();
    handlers.onClose(code);
  };
  follow().then(end, () => end(ABNORMAL));
  return {
    send(text) {
      if (!sender || signal.aborted) return false;
      sender.add(text);
      return true;
    },
    close: () => leaving.abort(),
  };

  /** Returns the code that the connection ended with. */
  async function follow(): Promise<number> {
    headers = await pageHeaders();
    const response = await post(`${EVENTS_PATH}${path}`, {});
    if (!response.ok || !response.body) return ABNORMAL;
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    const events = new EventReader();
    for (;;) {
      clearTimeout(silence);
      silence = setTimeout(() => end(ABNORMAL), MAX_SILENCE_MS);
      const { done, value } = await reader.read();
      if (done) return ABNORMAL;
      for (const event of events.read(value)) {
        if (event.name === 'close') return readClosed(event.data);
        if (!signal.aborted) take(event);
      }
    }
  }

  function take({ name, data }: ServerEvent): void {
    if (name === 'open') {
      const address = `${CONNECTIONS_PATH}/${readOpened(data)}`;
      sender = new FrameSender({ post: (sent) => post(address, sent), onFailed: end, signal });
    }
    try {
      if (name === 'open') handlers.onOpen();
      else if (name === 'message') handlers.onText(data);
    } catch (error) {
      // As with a WebSocket: a mistake of the page does not end its connection.
      reportError(error);
    }
  }

  function post(address: string, body: unknown): Promise<Response> {
    return fetch(serverPath(address), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal,
    });
  }
}
