import { LruMap } from '../../lib/lru-map.ts';
import type { Actor } from '../../session/actor.ts';
import { type Grantee, granteesOf, toGranteeKey } from '../../session/session-share.ts';
import type { SessionKey } from '../../session/session-store.ts';
import type { Notice } from '../tool/operation.ts';

const MAX_ASKED = 5_000;

/** Listeners in this process: to changes of one call, to changes of any call of a user, to notices of a tool. */
export class CallChanges {
  readonly #changes = new Map<string, Set<() => void>>();
  /** By whom it concerns: the owner of a call, and those whom it asks. */
  readonly #changesFor = new Map<string, Set<() => void>>();
  /** Whom calls have asked besides their owners, as far as this process did it. */
  readonly #asked = new LruMap<string, Set<string>>({ max: MAX_ASKED });
  readonly #notices = new Map<string, Set<(notice: Notice) => void>>();

  changed({ sessionId, userId }: SessionKey): void {
    const whom = [toGranteeKey({ user: userId }), ...(this.#asked.get(sessionId) ?? [])];
    const listeners = [this.#changes.get(sessionId), ...whom.map((key) => this.#changesFor.get(key))];
    for (const listener of listeners.flatMap((some) => [...(some ?? [])])) listener();
  }

  /** Another process has written to this call, or to nobody knows which. */
  changedElsewhere(key: SessionKey | undefined): void {
    const all = [...this.#changes.values(), ...this.#changesFor.values()];
    if (key) this.changed(key);
    else for (const listener of all.flatMap((some) => [...some])) listener();
  }

  notice(sessionId: string, notice: Notice): void {
    for (const listener of [...(this.#notices.get(sessionId) ?? [])]) listener(notice);
  }

  onChange(sessionId: string, listener: () => void): () => void {
    return listen(this.#changes, sessionId, listener);
  }

  /** A question of this call is for somebody else. */
  addressed(sessionId: string, to: Grantee): void {
    this.#asked.set(sessionId, (this.#asked.get(sessionId) ?? new Set()).add(toGranteeKey(to)));
  }

  /** Changes of calls that are this user's, or that ask them. */
  onChangeFor(actor: Actor, listener: () => void): () => void {
    const stops = granteesOf(actor).map((key) => listen(this.#changesFor, key, listener));
    return () => {
      for (const stop of stops) stop();
    };
  }

  onNotice(sessionId: string, listener: (notice: Notice) => void): () => void {
    return listen(this.#notices, sessionId, listener);
  }
}

function listen<L>(all: Map<string, Set<L>>, id: string, listener: L): () => void {
  const listeners = all.get(id) ?? new Set();
  all.set(id, listeners.add(listener));
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) all.delete(id);
  };
}
