import { TandemError } from '../errors.ts';
import type { SessionStore } from '../session/session-store.ts';

/** Report failures of a store by the operation that failed. Refusals, such as a conflict of two saves, are part of its work. */
export function watchStore(store: SessionStore, onFailure: (operation: string) => void): SessionStore {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        const result: unknown = member.apply(target, args);
        if (result instanceof Promise)
          result.catch((error: unknown) => {
            if (!(error instanceof TandemError) || error.code === 'unavailable') onFailure(String(name));
          });
        return result;
      };
    },
  });
}
