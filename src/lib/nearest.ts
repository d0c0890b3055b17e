import { distance } from 'fastest-levenshtein';

/** The candidate a reader most likely meant by `name`, or undefined when none is close. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(2, Math.ceil(name.length / 3)) + 1;
  for (const candidate of candidates) {
    // Swapped letters are the likeliest slip, but count as two changes.
    const d =
      distance(wanted, candidate.toLowerCase()) - (isSwapped(wanted, candidate.toLowerCase()) ? 0.5 : 0);
    if (d < bestDistance) {
      best = candidate;
      bestDistance = d;
    }
  }
  return best;
}

function isSwapped(a: string, b: string): boolean {
  return a.length === b.length && [...a].sort().join() === [...b].sort().join();
}

/** ` Did you mean "x"?`, or the whole list when nothing is close and the list is short, or nothing. */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const all = [...candidates];
  const best = nearest(name, all);
  if (best !== undefined) return ` Did you mean "${best}"?`;
  if (all.length > 0 && all.length <= 12) return ` Valid: ${all.map((c) => `"${c}"`).join(', ')}.`;
  return '';
}
