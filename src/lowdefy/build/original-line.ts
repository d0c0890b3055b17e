/**
 * The line of a file that a line of its rewritten text came from. Rewriting moves and adds lines but keeps the order
 * of the others, so each is searched after the previous one; indentation may differ.
 */
export function originalLine(original: string, rewritten: string, line: number): number {
  const lines = original.split('\n').map((text) => text.trim());
  let last = 0;
  for (const text of rewritten.split('\n').slice(0, line)) {
    const found = text.trim() === '' ? -1 : lines.indexOf(text.trim(), last);
    if (found >= 0) last = found + 1;
  }
  return Math.max(last, 1);
}
