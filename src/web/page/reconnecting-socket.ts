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

export type LostAnswer = 'retry' | 'retry now' | 'stop' | undefined;

export interface SocketOptions {
  firstWaitMs?: number;
  maxWaitMs?: number;
}

/** A WebSocket that reconnects after a restart of the server or a lost network, for as long as the page wants it. */
export class ReconnectingSocket {
  readonly #url: string;
  readonly #handlers: SocketHandlers;
  readonly #firstWaitMs: number;
  readonly #maxWaitMs: number;
  readonly #leaving = new AbortController();
  #socket: WebSocket | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #openedAt = 0;

  /** `path`: at the origin of the page. */
  constructor(path: string, handlers: SocketHandlers, options: SocketOptions = {}) {
    this.#url = `${location.origin.replace(/^http/, 'ws')}${path}`;
    this.#handlers = handlers;
    this.#firstWaitMs = options.firstWaitMs ?? 250;
    this.#maxWaitMs = options.maxWaitMs ?? 5000;
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
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(text);
    return true;
  }

  close(): void {
    this.#leaving.abort();
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #connect(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    let wasOpen = false;
    const { signal } = this.#leaving;
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    const listen = <T extends keyof WebSocketEventMap>(
      type: T,
      heard: (event: WebSocketEventMap[T]) => void,
    ) => socket.addEventListener(type, heard, { signal });
    listen('open', () => {
      wasOpen = true;
      this.#openedAt = performance.now();
      this.#handlers.onOpen?.();
    });
    listen('message', ({ data }) => {
      this.#failures = 0;
      this.#handlers.onText(String(data));
    });
    listen('close', ({ code }) => {
      this.#socket = undefined;
      // Some servers have nothing to say for long.
      if (wasOpen && performance.now() - this.#openedAt > this.#maxWaitMs) this.#failures = 0;
      this.#failures++;
      void this.#retry({ code, wasOpen, failures: this.#failures });
    });
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
