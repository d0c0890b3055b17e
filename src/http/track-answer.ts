import type { OpenWork } from '../lib/open-work.ts';
import type { Arrival } from './http-options.ts';
import { whenClosed } from './when-closed.ts';

/** From now on the program does not end before this request is answered. Returns a function that releases it sooner. */
export function trackAnswer(work: OpenWork, { outgoing }: Pick<Arrival, 'outgoing'>): () => void {
  const end = work.begin();
  whenClosed(outgoing, end);
  return end;
}
