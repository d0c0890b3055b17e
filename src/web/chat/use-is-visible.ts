import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Whether anybody can see this tab. Browsers allow few connections to one server, so hidden tabs give theirs back. */
export function useIsVisible(): boolean {
  return useSyncExternalStore(subscribe, () => !document.hidden);
}
