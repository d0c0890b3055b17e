import type { Deed } from '../../session/deed.ts';

/** A deed as one line of plain text: `Agent set Unit price to 120 in line 1`. */
export function toDeedText({ actor, verb, label, rest = '', where = '', said, reason }: Deed): string {
  const what = [verb, label].filter((part) => part !== undefined).join(' ');
  const outcome = reason ?? said;
  return `${actor.name} ${what}${rest}${where}${outcome === undefined ? '' : `: ${outcome}`}`;
}
