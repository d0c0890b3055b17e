const MAX_LENGTH = 60;

/** A name the caller made up, short enough to be shown back; never cut in the middle of a character. */
export function shortName(name: string): string {
  if (name.length <= MAX_LENGTH) return name;
  return `${name.slice(0, MAX_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
