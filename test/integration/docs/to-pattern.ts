/** What a document shows of an output: "…" stands for anything, blanks around lines do not matter. */
export function toPattern(shown: string): RegExp {
  const lines = shown
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const text = lines
    .map((line) => line.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('…', '[\\s\\S]*?'))
    .join('\\s*');
  return new RegExp(text);
}
