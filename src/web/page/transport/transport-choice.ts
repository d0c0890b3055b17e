import { TRANSPORT_META } from '../../../protocol/page-events.ts';

export type TransportKind = 'webSocket' | 'events';

/** A refusal may have other reasons; this many, on a page where no WebSocket ever opened, speak for a proxy. */
const MAX_REFUSALS = 2;

/**
 * Which kind of connection a page tries next. WebSockets, unless the page says otherwise. Where they are refused, as by some
 * proxies, events are tried in turn with them, and used from then on once they work.
 */
export class TransportChoice {
  #settled: TransportKind | undefined;
  #refusals = 0;

  constructor(settled?: TransportKind) {
    this.#settled = settled;
  }

  /** Whether a kind has worked on this page, or was named by it. */
  get isSettled(): boolean {
    return this.#settled !== undefined;
  }

  /** `last`: what was tried before, by the same connection. */
  next(last?: TransportKind): TransportKind {
    const isRefused = last === 'webSocket' && this.#refusals >= MAX_REFUSALS;
    return this.#settled ?? (isRefused ? 'events' : 'webSocket');
  }

  opened(kind: TransportKind): void {
    this.#settled = kind;
  }

  /** Returns whether something else is to be tried at once, before the connection counts as lost. */
  refused(kind: TransportKind): boolean {
    if (kind === 'events' || this.isSettled) return false;
    this.#refusals++;
    return true;
  }
}

/** One choice for all connections of the page. */
let ofPage: TransportChoice | undefined;

export function transportOfPage(): TransportChoice {
  const meta = document.querySelector(`meta[name="${TRANSPORT_META}"]`);
  ofPage ??= new TransportChoice(meta?.getAttribute('content') === 'events' ? 'events' : undefined);
  return ofPage;
}
