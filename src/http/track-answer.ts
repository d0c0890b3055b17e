import type { OpenWork } from '../lib/open-work.ts';
import type { Exchange } from './exchange.ts';

/** From now on the program does not end before this request is answered. Returns a function that releases it sooner. */
export function trackAnswer(work: OpenWork, { whenOver }: Pick<Exchange, 'whenOver'>): () => void {
  const end = work.begin();
  whenOver(end);
  return end;
}
