import type { Acted, AppSessionState } from '../../../protocol/app-session-state.ts';
import {
  FRAME_HELLO,
  type FromFrame,
  fromFrameSchema,
  type KeptText,
  type ReplicaOutcome,
  type ToFrame,
} from '../../../protocol/frame-messages.ts';
import type { ReplicaCall, Screen } from '../../../protocol/replica-calls.ts';
import type { ReplicaState } from '../../../protocol/replica-state.ts';
import { postToSession, RefusedError } from '../post-to-session.ts';

export interface FrameEvents {
  /** What came of what the person did; undefined when there is nothing to say. */
  onOutcome(
    outcome: { text: string; isFault: boolean; opened?: Acted['done'][number]['opened'] } | undefined,
  ): void;
  /** Asks the person, outside the frame, whether something that needs approval is to be done. */
  confirm(guard: string): Promise<boolean>;
  /** Somebody else changed the field that the person is typing in; its label. */
  onConflict(label: string): void;
  /** The titles of the page that the person stays on and of the session's, while these differ. */
  onAway(away: Away | undefined): void;
  /** They did something on a page that the session has left. */
  onNotHere(): void;
  /** What the person typed and the session does not have. */
  onKept(texts: KeptText[]): void;
  onShown(rev: number): void;
}

export type Away = NonNullable<Extract<FromFrame, { type: 'away' }>['away']>;
type CallsMessage = Extract<FromFrame, { type: 'calls' }>;

/** What a person can choose about their page and their texts. */
export type Wish = 'follow' | 'stay' | 'bringBack' | 'putBack' | 'goBack' | 'discard';

/** A window that is dragged changes its size many times. */
const RESIZE_MS = 300;

/**
 * The connection between this page and the frame with the app. The page has the socket and the token; the frame has neither, and
 * what it says is checked here.
 */
export class FrameLink {
  readonly #path: string;
  readonly #events: FrameEvents;
  #frame: HTMLIFrameElement | undefined;
  #port: MessagePort | undefined;
  #latest: { rev: number; replica: ReplicaState } | undefined;
  #isReady = false;
  #resizing: ReturnType<typeof setTimeout> | undefined;

  constructor(sessionId: string, events: FrameEvents) {
    this.#path = `/api/apps/${encodeURIComponent(sessionId)}/calls`;
    this.#events = events;
  }

  /** Waits for the first word of this frame, and gives it a port. Returns how to leave it. */
  connect(frame: HTMLIFrameElement): () => void {
    this.#frame = frame;
    const onHello = ({ source, data }: MessageEvent) => {
      // Once: whatever is loaded into the frame later gets no port.
      if (source !== frame.contentWindow || data !== FRAME_HELLO || this.#port) return;
      const { port1, port2 } = new MessageChannel();
      this.#port = port1;
      port1.onmessage = ({ data: message }) => void this.#take(message);
      // The frame's origin is opaque and has no name to address.
      frame.contentWindow?.postMessage(FRAME_HELLO, '*', [port2]);
    };
    window.addEventListener('message', onHello);
    return () => {
      window.removeEventListener('message', onHello);
      clearTimeout(this.#resizing);
      this.#port?.close();
      this.#port = undefined;
      this.#isReady = false;
    };
  }

  /** The session's state, as the server pushes it. The configuration of a page comes once per visit. */
  push({ rev, replica }: AppSessionState): void {
    if (!replica) return;
    const before = this.#latest?.replica;
    const page = replica.page ?? (before?.visit === replica.visit ? before.page : undefined);
    this.#latest = { rev, replica: { ...replica, ...(page && { page }) } };
    if (this.#isReady) this.#send({ type: 'state', rev, replica });
  }

  /** What the person wants with the page they stay on, or with what they typed. */
  want(type: Wish): void {
    // The keys that the person presses next are for the app.
    this.#frame?.focus();
    this.#send({ type });
  }

  /** Marks blocks for a moment. */
  mark(blockIds: string[], name: string, color: string): void {
    this.#send({ type: 'mark', blockIds, name, color });
  }

  async #take(given: unknown): Promise<void> {
    const { data: message } = fromFrameSchema.safeParse(given);
    switch (message?.type) {
      case 'ready':
        this.#isReady = true;
        if (this.#latest) this.#send({ type: 'state', ...this.#latest });
        return this.#resize(message.screen);
      case 'screen':
        return this.#resize(message.screen);
      case 'calls':
        return this.#call(message);
      case 'open':
        return this.#open(message.url);
      case 'conflict':
        return this.#events.onConflict(message.label);
      case 'away':
        return this.#events.onAway(message.away ?? undefined);
      case 'notHere':
        return this.#events.onNotHere();
      case 'kept':
        return this.#events.onKept(message.texts);
      case 'shown':
        return this.#events.onShown(message.rev);
      case 'trouble':
        return this.#events.onOutcome({ text: `The app has a problem: ${message.message}`, isFault: true });
      default:
    }
  }

  async #call({ number, visit, calls }: CallsMessage): Promise<void> {
    try {
      const { done, to } = await this.#post(visit, calls);
      const outcomes = done.map(
        ({ success, error, navigatedTo }): ReplicaOutcome => ({
          success,
          error,
          moved: navigatedTo !== undefined,
        }),
      );
      this.#send({ type: 'done', number, rev: to, outcomes });
      const failed = done.find(({ success }) => !success);
      const warnings = done.flatMap((one) => one.warnings ?? []);
      const opened = done.findLast((one) => one.opened)?.opened;
      const text = failed?.error ?? warnings.join(' ');
      const isSaid = text !== '' || opened !== undefined;
      this.#events.onOutcome(isSaid ? { text, isFault: failed !== undefined, opened } : undefined);
    } catch (error) {
      const { message } = error as Error;
      const why = error instanceof RefusedError ? error.why : undefined;
      this.#send({ type: 'refused', number, error: message, why });
      // What was typed on a page that the session has just left is kept, and the person is asked.
      if (why !== 'moved' || !calls.every(isTyped)) this.#events.onOutcome({ text: message, isFault: true });
    }
  }

  /** What needs approval is not done until the person has confirmed it here. */
  async #post(visit: number, calls: readonly ReplicaCall[]): Promise<Acted> {
    const acted = await postToSession(this.#path, { visit, calls });
    const guard = acted.done.find((one) => one.needsConfirmation !== undefined)?.needsConfirmation;
    if (guard === undefined || !(await this.#events.confirm(guard))) return acted;
    const left = calls.filter((_, index) => acted.done[index]?.needsConfirmation !== undefined);
    const confirmed = await postToSession(this.#path, { visit, calls: left, confirmed: true });
    const rest = [...confirmed.done];
    const done = acted.done.map((one) => (one.needsConfirmation === undefined ? one : (rest.shift() ?? one)));
    return { ...confirmed, done };
  }

  /** The person's window is the session's. */
  #resize(screen: Screen): void {
    clearTimeout(this.#resizing);
    this.#resizing = setTimeout(() => {
      const { replica } = this.#latest ?? {};
      const isSame = replica?.screen.width === screen.width && replica.screen.height === screen.height;
      if (!replica || isSame || document.visibilityState === 'hidden') return;
      // It changes nothing that the person did; the next one tells it again.
      void postToSession(this.#path, { visit: replica.visit, calls: [], screen }).catch(() => {});
    }, RESIZE_MS);
  }

  /** Only addresses of the web, in a window that knows nothing of this one. */
  #open(url: string): void {
    if (/^(https?|mailto|tel):/i.test(url)) window.open(url, '_blank', 'noopener,noreferrer');
  }

  #send(message: ToFrame): void {
    this.#port?.postMessage(message);
  }
}

function isTyped(call: ReplicaCall): boolean {
  return (
    call.type === 'setValue' || (call.type === 'triggerEvent' && /^on(Blur|Change|Focus)$/.test(call.event))
  );
}
