import type { Frame } from './message.ts';

const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 10_000;
/** A server that has just started may not have its sessions yet. */
const GONE_MS = 4000;
/** The session's Lua was started anew; the server closes the connection so that the page builds everything again. */
const RESTARTED = 4001;

/**
 * `refused`: away until the person has signed in again, here or in another tab. `gone`: the session does not exist any
 * more, so there is nothing to come back to.
 */
export type ConnectionState = 'connecting' | 'open' | 'away' | 'refused' | 'gone';

export interface ConnectionHandlers<Heard> {
  onOpen?(): void;
  onMessages(messages: Heard[]): void;
  onState(state: ConnectionState): void;
}

/** The WebSocket of a page; messages come alone or as an array. It comes back by itself for as long as the page is open. */
export class Connection<Heard> {
  readonly #url: string;
  readonly #handlers: ConnectionHandlers<Heard>;
  #socket: WebSocket | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  /** How many frames have come: by it the server tells a value that crossed ours from one that we knew. */
  #heard = 0;
  /** Since when the server says that the session does not exist. */
  #missingSince: number | undefined;
  state: ConnectionState = 'connecting';

  constructor(url: string, handlers: ConnectionHandlers<Heard>) {
    this.#url = url;
    this.#handlers = handlers;
    const now = () => {
      const isAway = this.state === 'away' || this.state === 'refused';
      if (isAway && document.visibilityState === 'visible') this.#open();
    };
    window.addEventListener('online', now);
    document.addEventListener('visibilitychange', now);
  }

  start(): void {
    this.#open();
  }

  send(frame: Frame): void {
    if (this.#socket?.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify({ ...frame, seen: this.#heard }));
  }

  #open(): void {
    if (this.#socket || this.state === 'gone') return;
    clearTimeout(this.#retry);
    const socket = new WebSocket(this.#url);
    this.#heard = 0;
    this.#socket = socket;
    socket.addEventListener('open', () => {
      this.#change('open');
      this.#handlers.onOpen?.();
    });
    socket.addEventListener('message', ({ data }) => {
      this.#failures = 0;
      this.#missingSince = undefined;
      this.#heard++;
      const heard = JSON.parse(String(data)) as Heard | Heard[];
      this.#handlers.onMessages(Array.isArray(heard) ? heard : [heard]);
    });
    socket.addEventListener('close', ({ code }) => {
      const wasOpen = this.state === 'open';
      this.#socket = undefined;
      if (this.state !== 'refused') this.#change('away');
      // A session that breaks again and again must not keep both sides busy with nothing else.
      const isFirst = this.#failures === 0;
      this.#failures++;
      if (code === RESTARTED && wasOpen && isFirst) this.#open();
      else void this.#wait(wasOpen);
    });
  }

  async #wait(wasOpen: boolean): Promise<void> {
    // To a WebSocket a refusal looks like a server that is away; the page's own address tells them apart.
    if (!wasOpen) await this.#findReason();
    if (this.state === 'gone') return;
    const step = Math.min(FIRST_WAIT_MS * 2 ** (this.#failures - 1), MAX_WAIT_MS);
    this.#retry = setTimeout(() => this.#open(), step * (0.8 + 0.4 * Math.random()));
  }

  async #findReason(): Promise<void> {
    const response = await fetch(location.href, { cache: 'no-store' }).catch(() => undefined);
    if (response?.status === 404) {
      this.#missingSince ??= performance.now();
      if (performance.now() - this.#missingSince >= GONE_MS) this.#change('gone');
      return;
    }
    this.#missingSince = undefined;
    this.#change(response?.status === 401 ? 'refused' : 'away');
  }

  #change(state: ConnectionState): void {
    if (this.state === state) return;
    this.state = state;
    this.#handlers.onState(state);
  }
}
