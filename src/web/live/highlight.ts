/** Between tabs of one session: show me the element, and here it is. */
export interface HighlightMessage {
  kind: 'show' | 'shown';
  elementId: string;
}

const SHOWN_MS = 2500;

export function openHighlightChannel(sessionId: string): BroadcastChannel {
  return new BroadcastChannel(`tandem-live/${sessionId}`);
}

/** The tab of the app: show the elements that another tab asks for. */
export function answerHighlights(sessionId: string): void {
  const channel = openHighlightChannel(sessionId);
  channel.addEventListener('message', ({ data }: MessageEvent<HighlightMessage>) => {
    const element = data.kind === 'show' ? document.getElementById(data.elementId) : null;
    if (!element) return;
    element.scrollIntoView({ block: 'center', behavior: 'smooth' });
    element.classList.add('ui-highlight');
    setTimeout(() => element.classList.remove('ui-highlight'), SHOWN_MS);
    channel.postMessage({ kind: 'shown', elementId: data.elementId } satisfies HighlightMessage);
  });
}
