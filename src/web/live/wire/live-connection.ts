import { LIVE_RESTARTED, type LiveFrame } from '../../../protocol/live-messages.ts';
import { type Lost, type LostAnswer, ReconnectingSocket } from '../../page/reconnecting-socket.ts';

const WAITS = { firstWaitMs: 1000, maxWaitMs: 10_000 };
/** A server that has just started may not have its sessions yet. */
const GONE_MS = 4000;

/**
 * `refused`: away until the person has signed in again, here or in another tab. `gone`: the session does not exist any
 * more, so there is nothing to come back to.
 */
export type LiveConnectionState = 'connecting' | 'open' | 'away' | 'refused' | 'gone';

export interface LiveConnectionHandlers<Heard> {
  /** Reads what the server sent. */
  read(text: string): Heard[];
  onOpen?(): void;
  onMessages(messages: Heard[]): void;
  onState(state: LiveConnectionState): void;
}

/** The connection of a page of live views to its session. It comes back by itself for as long as the page is open. */
export class LiveConnection<Heard> {
  readonly #socket: ReconnectingSocket;
  readonly #handlers: LiveConnectionHandlers<Heard>;
  /** How many frames have come: by it the server tells a value that crossed ours from one that we knew. */
  #heard = 0;
  /** Since when the server says that the session is not there. */
  #missingSince: number | undefined;
  state: LiveConnectionState = 'connecting';

  constructor(path: string, handlers: LiveConnectionHandlers<Heard>) {
    this.#handlers = handlers;
    this.#socket = new ReconnectingSocket(
      path,
      {
        onOpen: () => {
          this.#heard = 0;
          this.#change('open');
          handlers.onOpen?.();
        },
        onText: (text) => {
          this.#missingSince = undefined;
          this.#heard++;
          handlers.onMessages(handlers.read(text));
        },
        onLost: (lost) => this.#lost(lost),
      },
      WAITS,
    );
  }

  start(): void {
    this.#socket.start();
  }

  send(frame: LiveFrame): void {
    this.#socket.send(JSON.stringify({ ...frame, seen: this.#heard }));
  }

  async #lost({ code, wasOpen, failures }: Lost): Promise<LostAnswer> {
    if (this.state !== 'refused') this.#change('away');
    // A session that breaks again and again must not keep both sides busy with nothing else.
    if (code === LIVE_RESTARTED && wasOpen && failures === 1) return 'retry now';
    if (!wasOpen) await this.#findReason();
    return this.state === 'gone' ? 'stop' : 'retry';
  }

  /** To a WebSocket, a refusal looks like a server that is away; the page's own address tells them apart. */
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

  #change(state: LiveConnectionState): void {
    if (this.state === state) return;
    this.state = state;
    this.#handlers.onState(state);
  }
}
