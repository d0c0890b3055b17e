/** Something the person did: the revs before and after it. */
export interface OwnStep {
  from: number;
  to: number;
}

/** The rev that the person has seen: what they did themselves since is nothing that could surprise them. */
export function toSeenRev(rev: number, own: readonly OwnStep[]): number {
  let seen = rev;
  for (const { from, to } of own) if (from === seen) seen = to;
  return seen;
}
