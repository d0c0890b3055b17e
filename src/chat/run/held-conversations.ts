import { LruMap } from '../../lib/lru-map.ts';
import type { PlaceFilter } from '../../lib/place-filter.ts';
import type { SessionRecord } from '../../session/session-record.ts';
import type { SessionKey } from '../../session/session-store.ts';
import type { Actor, Sessions } from '../../session/sessions.ts';
import { Conversation } from '../log/conversation.ts';

export interface Run {
  stop: AbortController;
  done: Promise<void>;
  /** All events are written; only the cleanup is left. */
  isEnding: boolean;
}

export interface HeldConversation {
  conversation: Conversation;
  /** Set while this process runs the conversation. */
  run?: Run | undefined;
  /** Something happened that the run may not have seen. */
  again?: boolean;
  /** A run failed, and trying again automatically would fail again. */
  broken?: boolean;
  watchers: number;
  stopWatching?: () => void;
}

const MAX_HELD = 500;

/** The conversations that are in memory: those that run or are watched, and the most recently used. */
export class HeldConversations {
  readonly #services: { sessions: Sessions; places: PlaceFilter };
  readonly #held = new LruMap<string, HeldConversation>({
    max: MAX_HELD,
    canEvict: ({ run, watchers }) => !run && watchers === 0,
    onEvict: (held) => this.#forgetWaiting(held),
  });
  /** Which conversation a tool session belongs to, to be notified when it ends. */
  readonly #waitsFor = new Map<string, HeldConversation>();

  constructor(services: { sessions: Sessions; places: PlaceFilter }) {
    this.#services = services;
  }

  open(record: SessionRecord, actor: Actor): HeldConversation {
    const held = this.#held.get(keyOf(record));
    return this.#keep(held ?? { conversation: new Conversation(record, actor, this.#services), watchers: 0 });
  }

  of(conversation: Conversation): HeldConversation {
    return this.#held.get(keyOf(conversation.record)) ?? this.#keep({ conversation, watchers: 0 });
  }

  /** If it is in memory. */
  find(key: SessionKey): HeldConversation | undefined {
    return this.#held.get(keyOf(key));
  }

  all(): HeldConversation[] {
    return this.#held.values();
  }

  drop(conversation: Conversation): void {
    this.#held.delete(keyOf(conversation.record));
  }

  waitFor(sessionId: string, held: HeldConversation): void {
    this.#waitsFor.set(sessionId, held);
  }

  /** The conversation that waited for this tool session, which has ended. */
  takeWaiting(sessionId: string): HeldConversation | undefined {
    const held = this.#waitsFor.get(sessionId);
    this.#waitsFor.delete(sessionId);
    return held;
  }

  #keep(held: HeldConversation): HeldConversation {
    this.#held.set(keyOf(held.conversation.record), held);
    return held;
  }

  #forgetWaiting(held: HeldConversation): void {
    for (const [sessionId, owner] of this.#waitsFor) if (owner === held) this.#waitsFor.delete(sessionId);
  }
}

function keyOf({ sessionId, userId }: SessionKey): string {
  return `${sessionId} ${userId}`;
}
