import type { SessionKey, SessionStore } from '../session/session-store.ts';

/** The side of a bus that the store offers. */
export type Bus = Required<Pick<SessionStore, 'onOthersChange' | 'tell' | 'onTold'>>;

export interface BusListeners extends Pick<Bus, 'onOthersChange' | 'onTold'> {
  /** Another process has written to this session; undefined: to any. */
  changed(key: SessionKey | undefined): void;
  told(text: string): void;
}

/** Who wants to know what other processes write and say. `start` runs when the first of them comes. */
export function createBusListeners(start: () => void): BusListeners {
  const changes = new Set<(key: SessionKey | undefined) => void>();
  const texts = new Set<(text: string) => void>();
  let isStarted = false;

  function add<T>(all: Set<T>, listener: T): () => void {
    all.add(listener);
    if (!isStarted) start();
    isStarted = true;
    return () => void all.delete(listener);
  }

  return {
    changed(key) {
      for (const listener of [...changes]) listener(key);
    },
    told(text) {
      for (const listener of [...texts]) listener(text);
    },
    onOthersChange: (listener) => add(changes, listener),
    onTold: (listener) => add(texts, listener),
  };
}
