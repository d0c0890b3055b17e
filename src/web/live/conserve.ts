import { showNotice } from './banner.ts';
import type { Claim, Verdict } from './conserve-worker.ts';

const WORKER = '/live/conserve-worker.js';
/** A worker that does not answer must not keep the page from its work. */
const PATIENCE_MS = 1000;

/**
 * Say that this tab shows the session. Answers whether it may: with `?conserve=true` not when another tab does already.
 * The lock says that this tab is alive, whatever way it ends.
 */
export async function claimSession(sessionId: string): Promise<boolean> {
  if (typeof SharedWorker === 'undefined' || !navigator.locks) return true;
  const conserve = new URLSearchParams(location.search).get('conserve') === 'true';
  const lock = `tandem-live/${sessionId}/${crypto.randomUUID()}`;
  let release = () => {};
  await new Promise<void>((held) => {
    void navigator.locks.request(lock, () => {
      held();
      return new Promise<void>((resolve) => {
        release = resolve;
      });
    });
  });
  const verdict = ask({ sessionId, lock, conserve });
  if (!conserve || (await verdict)) return true;
  release();
  return false;
}

function ask(claim: Claim): Promise<boolean> {
  return new Promise((resolve) => {
    const { port } = new SharedWorker(WORKER, { name: 'tandem-live', type: 'module' });
    port.addEventListener('message', ({ data }: MessageEvent<Verdict>) => resolve(data.granted));
    port.start();
    port.postMessage(claim);
    setTimeout(() => resolve(true), PATIENCE_MS);
  });
}

/** Instead of the app, in a tab that is one too many. */
export function showAlreadyOpen(): void {
  const text = 'This session is already active in another tab.';
  const link = document.createElement('a');
  link.href = '#';
  link.textContent = 'Close this page';
  link.addEventListener('click', (event) => {
    event.preventDefault();
    window.close();
    // A browser lets only tabs be closed that have shown nothing else.
    link.replaceWith('The browser keeps this tab open; you can close it yourself.');
  });
  showNotice('Session is already open', text, link);
  void notify(text);
}

async function notify(text: string): Promise<void> {
  if (typeof Notification === 'undefined') return;
  const permission =
    Notification.permission === 'default'
      ? await Notification.requestPermission().catch(() => 'denied')
      : Notification.permission;
  if (permission === 'granted') new Notification(text);
}
