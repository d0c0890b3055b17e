/** A tab wants to show a session. */
export interface Claim {
  sessionId: string;
  /** Held by the tab for as long as it lives. */
  lock: string;
  /** Whether it steps back where another one is. */
  conserve: boolean;
}

export interface Verdict {
  granted: boolean;
}

/** Locks of the tabs that may show their session. */
const granted = new Set<string>();
let turn: Promise<void> = Promise.resolve();

/** Those that still live: the browser takes the lock of a tab that crashed. */
async function forgetTheDead(): Promise<void> {
  const { held = [] } = await navigator.locks.query();
  const alive = new Set(held.map(({ name }) => name));
  for (const lock of granted) if (!alive.has(lock)) granted.delete(lock);
}

async function judge({ sessionId, lock, conserve }: Claim): Promise<Verdict> {
  await forgetTheDead();
  const isOpen = [...granted].some((other) => other.startsWith(`tandem-live/${sessionId}/`));
  if (conserve && isOpen) return { granted: false };
  granted.add(lock);
  return { granted: true };
}

self.addEventListener('connect', (event) => {
  const [port] = (event as MessageEvent).ports;
  port?.addEventListener('message', ({ data }: MessageEvent<Claim>) => {
    // One after the other: of two tabs that come at once, one is the first.
    turn = turn.then(async () => port.postMessage(await judge(data)));
  });
  port?.start();
});
