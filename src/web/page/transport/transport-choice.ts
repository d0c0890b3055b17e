import { TRANSPORT_META } from '../../../protocol/page-events.ts';

export type TransportKind = 'webSocket' | 'events';

/** A refusal may have other reasons; this many in a row, on a page where no WebSocket ever opened, speak for a proxy. */
const MAX_REFUSALS = 2;

/**
 * Which kind of connection a page tries next. WebSockets, unless the page says otherwise. Where they are refused, as by some
 * proxies, events are tried in between, and used from then on once they work.
 */
export class TransportChoice {
  #settled: TransportKind | undefined;
  #refusals = 0;
  #last: TransportKind | undefined;

  constructor(settled?: TransportKind) {
    this.#settled = settled;
  }

  next(): TransportKind {
    this.#last = this.#settled ?? (this.triesOther ? 'events' : 'webSocket');
    return this.#last;
  }

  /** Whether the next try is of the other kind, and so need not wait. */
  get triesOther(): boolean {
    return !this.#settled && this.#last === 'webSocket' && this.#refusals >= MAX_REFUSALS;
  }

  opened(kind: TransportKind): void {
    this.#settled = kind;
  }

  refused(kind: TransportKind): void {
    if (kind === 'webSocket') this.#refusals++;
  }
}

/** One choice for all connections of the page. */
let ofPage: TransportChoice | undefined;

export function transportOfPage(): TransportChoice {
  const meta = document.querySelector(`meta[name="${TRANSPORT_META}"]`);
  ofPage ??= new TransportChoice(meta?.getAttribute('content') === 'events' ? 'events' : undefined);
  return ofPage;
}
