import { createRoot } from 'react-dom/client';
import { TimeLine } from '../../page/timeline/time-line.tsx';

/** Shows the time line of a live UI. Loaded when it is first opened: the page itself brings no libraries. */
export function showHistory(panel: HTMLElement, sessionId: string): void {
  createRoot(panel).render(<TimeLine sessionId={sessionId} />);
}
