import { isSameMark, type RichMark } from './rich-document.ts';

/** A piece of a line: as it is written, and its text, in which a line break counts as nothing. */
export interface Piece {
  written: string;
  plain: string;
  marks: RichMark[];
}

/** Writes marked content; receives the text that follows. */
export type WriteMarked = (content: string, mark: RichMark, next: string) => string;

/** A line in which each mark is written once around everything it covers, from the outside in. */
export function nestMarks(pieces: Piece[], writeMarked: WriteMarked): string {
  return nest(pieces, 0, writeMarked).written;
}

function nest(pieces: Piece[], depth: number, writeMarked: WriteMarked): Omit<Piece, 'marks'> {
  const all = { written: '', plain: '' };
  for (let i = 0; i < pieces.length; ) {
    const mark = pieces[i]?.marks[depth];
    let end = i + 1;
    while (mark && end < pieces.length && isSameMark(pieces[end]?.marks[depth], mark)) end++;
    const inside = mark ? nest(pieces.slice(i, end), depth + 1, writeMarked) : pieces[i];
    const next = pieces[end]?.plain ?? '';
    all.written += mark && inside ? wrap(inside, mark, next, writeMarked) : (inside?.written ?? '');
    all.plain += inside?.plain ?? '';
    i = end;
  }
  return all;
}

/** Spaces at the ends of marked text go outside. */
function wrap(
  { written, plain }: Omit<Piece, 'marks'>,
  mark: RichMark,
  next: string,
  writeMarked: WriteMarked,
): string {
  const [before = ''] = /^\s*/.exec(plain) ?? [];
  const [after = ''] = before.length < plain.length ? (/\s*$/.exec(plain) ?? []) : [];
  const content = before === '' && after === '' ? written : written.trim();
  return `${before}${content === '' ? '' : writeMarked(content, mark, after === '' ? next : after)}${after}`;
}
