import type { SessionKey } from '../../session/session-store.ts';
import type { Notice } from '../tool/operation.ts';

/** Listeners in this process: to changes of one call, to changes of any call of a user, to notices of a tool. */
export class CallChanges {
  readonly #changes = new Map<string, Set<() => void>>();
  readonly #changesOfUser = new Map<string, Set<() => void>>();
  readonly #notices = new Map<string, Set<(notice: Notice) => void>>();

  changed({ sessionId, userId }: SessionKey): void {
    const listeners = [this.#changes.get(sessionId), this.#changesOfUser.get(userId)];
    for (const listener of listeners.flatMap((some) => [...(some ?? [])])) listener();
  }

  notice(sessionId: string, notice: Notice): void {
    for (const listener of [...(this.#notices.get(sessionId) ?? [])]) listener(notice);
  }

  onChange(sessionId: string, listener: () => void): () => void {
    return listen(this.#changes, sessionId, listener);
  }

  onChangeOfUser(userId: string, listener: () => void): () => void {
    return listen(this.#changesOfUser, userId, listener);
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
