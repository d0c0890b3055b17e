import type { DeedsWanted } from '../../../protocol/deed.ts';

/** What is wanted, and before which place, as the query of an address. */
export function toWantedQuery({ show, query }: DeedsWanted, before: string): string {
  return new URLSearchParams({ before, show: show.join(','), query }).toString();
}
