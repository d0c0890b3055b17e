/** Comparing costs the product of both lengths: beyond this, the difference is one piece. */
const MAX_STEPS = 1_000_000;
/** Unchanged lines that are kept around a change. */
const AROUND = 3;

export interface DiffLine {
  mark: '+' | '-' | ' ';
  text: string;
}

/** The lines of two texts, merged: removed lines before those added in their place. */
export function diffLines(before: readonly string[], after: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start++;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end++;
  const same = (lines: readonly string[]) => lines.map((text): DiffLine => ({ mark: ' ', text }));
  return [
    ...same(before.slice(0, start)),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...same(before.slice(before.length - end)),
  ];
}

/** By the longest common subsequence of lines. */
function middle(before: string[], after: string[]): DiffLine[] {
  const gone = before.map((text): DiffLine => ({ mark: '-', text }));
  const come = after.map((text): DiffLine => ({ mark: '+', text }));
  if (before.length * after.length > MAX_STEPS) return [...gone, ...come];
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      common[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      lines.push({ mark: ' ', text: before[i] ?? '' });
      i++;
      j++;
    } else if (at(i + 1, j) >= at(i, j + 1)) lines.push(...gone.slice(i, ++i));
    else lines.push(...come.slice(j, ++j));
  }
  return [...lines, ...gone.slice(i), ...come.slice(j)];
}

/** With long unchanged runs cut to the context of changes. */
export function foldUnchanged(lines: readonly DiffLine[]): string[] {
  const isNear = lines.map((_, i) =>
    lines.slice(Math.max(0, i - AROUND), i + AROUND + 1).some(({ mark }) => mark !== ' '),
  );
  const shown: string[] = [];
  let left = 0;
  for (const [i, { mark, text }] of lines.entries()) {
    if (!isNear[i]) left++;
    if (left > 0 && (isNear[i] || i === lines.length - 1)) {
      shown.push(`  … ${left} unchanged ${left === 1 ? 'line' : 'lines'}`);
      left = 0;
    }
    if (isNear[i]) shown.push(`${mark} ${text}`);
  }
  return shown;
}
