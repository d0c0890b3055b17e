/** Where in lists a block is, by its id: `lines.0.price` is " in line 1". */
export function toItemPlace(blockId: string): string {
  const parts = blockId.split('.');
  return parts
    .map((part, at) => (/^\d+$/.test(part) ? ` in ${wordOf(parts[at - 1])} ${Number(part) + 1}` : ''))
    .join('');
}

/** What an item of a list is called: lists are named by plurals, as a rule. */
function wordOf(list = ''): string {
  const word = /[a-z]+$/.exec(list.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase())?.[0] ?? '';
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^su]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : 'item';
}
