import { distance } from 'fastest-levenshtein';
import { shown } from './value-limits.ts';

/** Whether two texts differ in nothing but case and outer blanks. */
export function isAlike(one: string, other: string): boolean {
  return toPlain(one) === toPlain(other);
}

/** ` Did you mean "Acme Tools"?` for "Acme" or "Acme Tolls"; nothing if no candidate is near. */
export function nearMiss(given: unknown, candidates: readonly string[]): string {
  if (typeof given !== 'string') return '';
  const wanted = toPlain(given);
  // Any two short words are near each other.
  if (wanted.length < 3) return '';
  const most = Math.max(1, Math.floor(wanted.length / 4));
  const [nearest] = candidates
    .map((candidate) => ({ candidate, far: distance(wanted, toPlain(candidate)) }))
    .filter(({ far }) => far <= most)
    .sort((a, b) => a.far - b.far);
  const meant = nearest?.candidate ?? candidates.find((candidate) => toPlain(candidate).includes(wanted));
  return meant === undefined ? '' : ` Did you mean ${shown(meant)}?`;
}

function toPlain(text: string): string {
  return text.trim().toLowerCase();
}
