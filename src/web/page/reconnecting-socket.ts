import { openEventStream, type PageHeaders } from './transport/open-event-stream.ts';
import { openWebSocket } from './transport/open-web-socket.ts';
import { ABNORMAL, type Transport, type TransportHandlers } from './transport/transport.ts';
import { type TransportKind, transportOfPage } from './transport/transport-choice.ts';

/** How a connection ended. */
export interface Lost {
  code: number;
  /** False where it was never open: to a WebSocket, a refusal and a server that is away look the same. */
  wasOpen: boolean;
  /** How often in a row; a connection that worked starts the count again. */
  failures: number;
}

export interface SocketHandlers {
  onOpen?(): void;
  onText(text: string): void;
  /** The connection was lost or could not be made: after a pause the socket tries again, unless told otherwise. */
  onLost?(lost: Lost): LostAnswer | Promise<LostAnswer>;
}

/** Some proxies neither pass a connection on nor refuse it. */
const MAX_OPENING_MS = 10_000;

export type LostAnswer = 'retry' | 'retry now' | 'stop' | undefined;

export interface SocketOptions {
  firstWaitMs?: number;
  maxWaitMs?: number;
  /** For a connection of plain requests, which need them at the door of the person's pages. */
  headers?: PageHeaders;
}

/**
 * A connection that comes back after a restart of the server or a lost network, for as long as the page wants it. A WebSocket, or
 * events and POSTs where the page has no WebSockets.
 */
export class ReconnectingSocket {
  readonly #path: string;
  readonly #handlers: SocketHandlers;
  readonly #firstWaitMs: number;
  readonly #maxWaitMs: number;
  readonly #headers: PageHeaders | undefined;
  readonly #choice = transportOfPage();
  readonly #leaving = new AbortController();
  #transport: Transport | undefined;
  #kind: TransportKind | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #openedAt = 0;

  /** `path`: at the origin of the page. */
  constructor(path: string, handlers: SocketHandlers, options: SocketOptions = {}) {
    this.#path = path;
    this.#handlers = handlers;
    this.#firstWaitMs = options.firstWaitMs ?? 250;
    this.#maxWaitMs = options.maxWaitMs ?? 5000;
    this.#headers = options.headers;
  }

  start(): void {
    const { signal } = this.#leaving;
    // A person who comes back need not wait for the pause to end.
    const retryNow = () => {
      if (this.#timer !== undefined && document.visibilityState === 'visible') this.#connect();
    };
    window.addEventListener('online', retryNow, { signal });
    document.addEventListener('visibilitychange', retryNow, { signal });
    this.#connect();
  }

  /** Returns false while there is no connection. */
  send(text: string): boolean {
    return this.#transport?.send(text) ?? false;
  }

  close(): void {
    this.#leaving.abort();
    clearTimeout(this.#timer);
    this.#transport?.close();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let wasOpen = false;
    const kind = this.#choice.next(this.#kind);
    this.#kind = kind;
    const handlers: TransportHandlers = {
      onOpen: () => {
        wasOpen = true;
        clearTimeout(opening);
        this.#openedAt = performance.now();
        this.#choice.opened(kind);
        this.#handlers.onOpen?.();
      },
      onText: (text) => {
        this.#failures = 0;
        this.#handlers.onText(text);
      },
      onClose: (code) => {
        clearTimeout(opening);
        this.#transport = undefined;
        if (!wasOpen && this.#choice.refused(kind)) return this.#connect();
        // Some servers have nothing to say for long.
        if (wasOpen && performance.now() - this.#openedAt > this.#maxWaitMs) this.#failures = 0;
        this.#failures++;
        void this.#retry({ code, wasOpen, failures: this.#failures });
      },
    };
    this.#transport =
      kind === 'events'
        ? openEventStream(this.#path, handlers, this.#headers)
        : openWebSocket(this.#path, handlers);
    const opening = this.#giveUpOpening(this.#transport, kind, handlers);
  }

  /** A WebSocket that worked before is given all the time that the browser gives it. */
  #giveUpOpening(transport: Transport, kind: TransportKind, handlers: TransportHandlers) {
    if (kind === 'webSocket' && this.#choice.isSettled) return undefined;
    return setTimeout(() => {
      if (this.#leaving.signal.aborted) return;
      transport.close();
      handlers.onClose(ABNORMAL);
    }, MAX_OPENING_MS);
  }

  async #retry(lost: Lost): Promise<void> {
    const answer = await this.#handlers.onLost?.(lost);
    if (this.#leaving.signal.aborted || answer === 'stop') return;
    if (answer === 'retry now') return this.#connect();
    const wait = Math.min(this.#firstWaitMs * 2 ** (this.#failures - 1), this.#maxWaitMs);
    // Not all pages at once, after a restart.
    this.#timer = setTimeout(() => this.#connect(), wait * (0.8 + 0.4 * Math.random()));
  }
}
