import type { ModelMessage } from 'ai';
import type { PlaceFilter } from '../../lib/place-filter.ts';
import type { ChatEvent, ChatTranscript } from '../../protocol/chat-stream.ts';
import { applyChatEvent, emptyTranscript } from '../../protocol/chat-transcript.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import type { Actor, Sessions } from '../../session/sessions.ts';
import {
  type ChatEntry,
  type ChatSettings,
  fromLogEntry,
  type NumberedEvent,
  toLogEntry,
} from './chat-entry.ts';
import { EventBuffer } from './event-buffer.ts';
import { WaitingReaders } from './waiting-readers.ts';
import { withoutPlaces } from './without-places.ts';

/** More chunks than any round has: after an interrupted round, numbering continues beyond all it may have used. */
const NUMBERS_PER_ROUND = 2 ** 20;

/**
 * A conversation from its log, plus what is being streamed now. There is one writer, who holds the session's lease;
 * everybody else reads. Everything except chunks of text is on disk before anybody reads it.
 */
export class Conversation {
  readonly actor: Actor;
  readonly record: SessionRecord;
  readonly readers = new WaitingReaders();
  /** The sessions of its tool calls that this process knows. */
  readonly sessionOf = new Map<string, string>();
  isClosed = false;
  readonly #sessions: Sessions;
  readonly #places: PlaceFilter;
  readonly #buffer = new EventBuffer();
  readonly #said = new Map<string, ModelMessage[]>();
  #transcript: ChatTranscript = emptyTranscript;
  #settings: ChatSettings = {};
  /** How many lines of the log have been read. */
  #read = 0;
  #durable = 0;
  #round: { messageId: string; lsn: number } | undefined;
  #appending: Promise<unknown> = Promise.resolve();

  constructor(
    record: SessionRecord,
    actor: Actor,
    { sessions, places }: { sessions: Sessions; places: PlaceFilter },
  ) {
    this.#sessions = sessions;
    this.#places = places;
    this.record = record;
    this.actor = actor;
  }

  get id(): string {
    return this.record.sessionId;
  }

  get lsn(): number {
    return this.#buffer.lsn;
  }

  get settings(): ChatSettings {
    return this.#settings;
  }

  /** What is on disk. */
  get transcript(): ChatTranscript {
    return this.#transcript;
  }

  /** That, and the chunks of the current message. */
  get shown(): ChatTranscript {
    if (!this.#round) return this.#transcript;
    return this.#buffer
      .joinAfter(this.#round.lsn)
      .reduce((shown, { event }) => applyChatEvent(shown, event), this.#transcript);
  }

  /** What the model said in the message of this id. */
  said(messageId: string): ModelMessage[] {
    return this.#said.get(messageId) ?? [];
  }

  take(after: number) {
    return this.#buffer.take(after);
  }

  /** Reads what other processes have written. Not while this one writes, and one after another: lines are counted. */
  refresh(): Promise<void> {
    return this.#inTurn(() => this.#readOn());
  }

  /** The message of a round that a dead process left unfinished. Only for the writer. */
  takeInterrupted(): string | undefined {
    const round = this.#round;
    if (!round) return undefined;
    this.#buffer.skipTo(round.lsn + NUMBERS_PER_ROUND);
    this.#round = undefined;
    return round.messageId;
  }

  /** Writes events to disk, then shows them. */
  append(...events: ChatEvent[]): Promise<void> {
    return this.appendBy(this.actor, ...events);
  }

  /** The same for what somebody else said. */
  appendBy(actor: Actor, ...events: ChatEvent[]): Promise<void> {
    return this.#inTurn(async () => {
      let lsn = this.lsn;
      await this.#write(
        events.map((event): ChatEntry => ({ op: 'event', lsn: ++lsn, event: this.#toShown(event) })),
        actor,
      );
      this.readers.changed();
    });
  }

  async choose(settings: ChatSettings): Promise<void> {
    await this.#inTurn(() => this.#write([{ op: 'settings', ...settings }]));
  }

  /** Shows something that need not be stored. */
  announce(event: ChatEvent): Promise<void> {
    return this.#inTurn(async () => {
      this.#buffer.push(this.#toShown(event));
      this.readers.changed();
    });
  }

  beginRound(messageId: string): Promise<void> {
    return this.#inTurn(() => this.#write([{ op: 'round', messageId, lsn: this.lsn }]));
  }

  /** A chunk of the model's message. */
  say(type: 'text' | 'thinking', messageId: string, text: string): void {
    this.#buffer.pushPiece(type, messageId, text);
    this.readers.changed();
  }

  get hasSaid(): boolean {
    return this.#round !== undefined && this.lsn > this.#round.lsn;
  }

  /** The message is complete: chunks become one text, stored together with what the model must be sent back. */
  endRound(messages: ModelMessage[], events: ChatEvent[]): Promise<void> {
    return this.#inTurn(async () => {
      const round = this.#round;
      if (!round) throw new Error('no round has begun');
      const joined = this.#buffer.joinAfter(round.lsn);
      let { lsn } = this;
      const numbered: NumberedEvent[] = [...joined, ...events.map((event) => ({ lsn: ++lsn, event }))];
      const { messageId } = round;
      const said: ChatEntry = { op: 'said', messageId, messages };
      const entries = [...numbered.map((one): ChatEntry => ({ op: 'event', ...one })), said];
      await this.#sessions.append(this.record, this.#toLines(entries));
      this.#buffer.replaceAfter(round.lsn, []);
      for (const entry of entries) this.#apply(entry);
      this.readers.changed();
    });
  }

  /** What was said of this message is void. */
  async dropRound(...events: ChatEvent[]): Promise<void> {
    const messageId = this.#round?.messageId;
    const dropped =
      messageId === undefined || !this.hasSaid ? [] : [{ type: 'message_dropped' as const, messageId }];
    this.#round = undefined;
    await this.append(...dropped, ...events);
  }

  #toShown(event: ChatEvent): ChatEvent {
    return this.actor.local ? event : withoutPlaces(event, this.#places);
  }

  async #readOn(): Promise<void> {
    const lines = await this.#sessions.history(this.record, { after: this.#read });
    this.#read += lines.length;
    const before = this.#durable;
    for (const line of lines) {
      const entry = fromLogEntry(line);
      // Our own lines arrive here once.
      const isKnown =
        (entry?.op === 'event' && entry.lsn <= before) || (entry?.op === 'round' && entry.lsn < before);
      if (entry && !isKnown) this.#apply(entry);
    }
    if (lines.length > 0) this.readers.changed();
  }

  #toLines(entries: readonly ChatEntry[], actor = this.actor) {
    return entries.map((entry) => toLogEntry(entry, actor));
  }

  async #write(entries: readonly ChatEntry[], actor = this.actor): Promise<void> {
    if (entries.length === 0) return;
    await this.#sessions.append(this.record, this.#toLines(entries, actor));
    for (const entry of entries) this.#apply(entry);
  }

  #apply(entry: ChatEntry): void {
    switch (entry.op) {
      case 'event': {
        const { op: _, ...numbered } = entry;
        this.#buffer.add(numbered);
        this.#durable = Math.max(this.#durable, entry.lsn);
        this.#transcript = applyChatEvent(this.#transcript, entry.event);
        // Whatever follows a round is recorded after it.
        if (this.#round && !isPiece(entry.event)) this.#round = undefined;
        return;
      }
      case 'round':
        this.#round = { messageId: entry.messageId, lsn: entry.lsn };
        return;
      case 'said':
        this.#said.set(entry.messageId, entry.messages);
        if (this.#round?.messageId === entry.messageId) this.#round = undefined;
        return;
      case 'settings': {
        const { op: _, ...settings } = entry;
        this.#settings = settings;
      }
    }
  }

  /** One after another: numbers are assigned when something is written, and readers rely on their order. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#appending.then(work);
    this.#appending = result.catch(() => {});
    return result;
  }
}

function isPiece({ type }: ChatEvent): boolean {
  return type === 'text' || type === 'thinking';
}
