const LONGEST = 60;

/** A name the caller made up, short enough to be shown back; never cut in the middle of a character. */
export function shortName(name: string): string {
  if (name.length <= LONGEST) return name;
  return `${name.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
