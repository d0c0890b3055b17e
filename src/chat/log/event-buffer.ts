import type { ChatEvent } from '../../protocol/chat-stream.ts';
import type { NumberedEvent } from './chat-entry.ts';

export interface Chunk {
  bytes: Uint8Array;
  /** The number of its last line. */
  lsn: number;
}

type Held = NumberedEvent & { line?: string };

const MAX_CHARACTERS = 64 * 1024;
const encoder = new TextEncoder();

/**
 * The events of a conversation in the order of their numbers, as lines for readers. Chunks of text are separate lines
 * while they arrive, and are joined when the message is complete.
 */
export class EventBuffer {
  #events: Held[] = [];
  #last = 0;
  /** Readers at the same position get the same bytes. */
  #recent: { after: number; upTo: number; chunk: Chunk } | undefined;

  /** The last number assigned. */
  get lsn(): number {
    return this.#last;
  }

  /** Numbers up to this one may have been seen: never assign them again. */
  skipTo(lsn: number): void {
    this.#last = Math.max(this.#last, lsn);
  }

  add(numbered: NumberedEvent): void {
    this.#events.push(numbered);
    this.skipTo(numbered.lsn);
  }

  /** Numbers and adds an event that is not stored. */
  push(event: ChatEvent): number {
    const lsn = ++this.#last;
    this.#events.push({ lsn, event });
    return lsn;
  }

  /** A chunk of text. Encoded at once and by hand: this runs for every token. */
  pushPiece(type: 'text' | 'thinking', messageId: string, text: string): void {
    const lsn = ++this.#last;
    const line = `{"lsn":${lsn},"event":{"type":"${type}","messageId":"${messageId}","text":${JSON.stringify(text)}}}\n`;
    this.#events.push({ lsn, event: { type, messageId, text }, line });
  }

  /** What follows a number is replaced by its final form. */
  replaceAfter(lsn: number, events: readonly NumberedEvent[]): void {
    this.#events.length = this.#indexAfter(lsn);
    this.#recent = undefined;
    for (const one of events) this.add(one);
  }

  /** Chunks after a number, joined where they are consecutive. */
  joinAfter(lsn: number): NumberedEvent[] {
    const joined: NumberedEvent[] = [];
    let texts: string[] = [];
    const close = () => {
      const last = joined.at(-1);
      if (last?.pieces) Object.assign(last.event, { text: texts.join('') });
      texts = [];
    };
    for (const { lsn: own, event } of this.#events.slice(this.#indexAfter(lsn))) {
      if (event.type !== 'text' && event.type !== 'thinking') continue;
      const last = joined.at(-1);
      if (last?.pieces && last.event.type === event.type) {
        last.pieces.push(event.text.length);
        last.lsn = own;
      } else {
        close();
        joined.push({ lsn: own, event: { ...event }, pieces: [event.text.length] });
      }
      texts.push(event.text);
    }
    close();
    return joined;
  }

  /** The lines after a number, up to a good batch size; undefined if there are none. */
  take(after: number): Chunk | undefined {
    if (after >= (this.#events.at(-1)?.lsn ?? 0)) return undefined;
    if (this.#recent?.after === after && this.#recent.upTo === this.#last) return this.#recent.chunk;
    let text = '';
    let lsn = after;
    for (let index = this.#indexAfter(after); index < this.#events.length; index++) {
      const held = this.#events[index] as Held;
      text += held.line ?? toLine(held, after);
      lsn = held.lsn;
      if (text.length > MAX_CHARACTERS) break;
    }
    const chunk = { bytes: encoder.encode(text), lsn };
    this.#recent = { after, upTo: this.#last, chunk };
    return chunk;
  }

  /** The first event whose number is greater. */
  #indexAfter(lsn: number): number {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#events[middle] as Held).lsn > lsn) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

/** For text that has been read in part, the rest. */
function toLine({ lsn, event, pieces }: NumberedEvent, after: number): string {
  const read = pieces ? after - (lsn - pieces.length) : 0;
  if (pieces && read > 0 && (event.type === 'text' || event.type === 'thinking')) {
    const length = pieces.slice(0, read).reduce((sum, one) => sum + one, 0);
    return `${JSON.stringify({ lsn, event: { ...event, text: event.text.slice(length) } })}\n`;
  }
  return `${JSON.stringify({ lsn, event })}\n`;
}
