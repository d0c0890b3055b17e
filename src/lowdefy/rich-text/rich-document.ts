/** The document of a rich text editor, in the parts of the stock editor. */
export type RichBlock =
  | { type: 'paragraph'; content: RichInline[] }
  | { type: 'heading'; level: number; content: RichInline[] }
  | { type: 'code'; language: string | undefined; text: string }
  | { type: 'quote'; blocks: RichBlock[] }
  /** `start` is the first number; absent for bullets. */
  | { type: 'list'; start?: number; items: RichBlock[][] }
  | { type: 'rule' }
  | { type: 'image'; src: string; alt?: string; title?: string }
  | { type: 'table'; rows: RichCell[][] };

export interface RichCell {
  isHeader: boolean;
  columns: number;
  rows: number;
  blocks: RichBlock[];
}

export type RichInline = { marks: RichMark[] } & (
  | { type: 'text'; text: string }
  | { type: 'break' }
  /** Somebody or something from the app's list. */
  | { type: 'mention'; item: unknown }
);

export type RichMark =
  | { type: 'link'; href: string }
  | { type: 'bold' | 'code' | 'italic' | 'strike' }
  | { type: 'highlight'; color?: string };

/** The order in which the editor nests them, from the outside in. */
const ORDER: RichMark['type'][] = ['link', 'bold', 'code', 'italic', 'strike', 'highlight'];

/** Adds a mark: one of each kind, and none next to code. */
export function withMark(marks: RichMark[], mark: RichMark): RichMark[] {
  if (marks.some(({ type }) => type === 'code')) return marks;
  if (mark.type === 'code') return [mark];
  const others = marks.filter(({ type }) => type !== mark.type);
  return [...others, mark].sort((a, b) => ORDER.indexOf(a.type) - ORDER.indexOf(b.type));
}

export function isSameMark(a: RichMark | undefined, b: RichMark | undefined): boolean {
  const detail = (mark: RichMark | undefined) =>
    mark?.type === 'link' ? mark.href : mark?.type === 'highlight' ? mark.color : undefined;
  return a === b || (a?.type === b?.type && detail(a) === detail(b));
}

/** Adds to a line; texts with the same marks are joined. */
export function addInline(line: RichInline[], inline: RichInline): void {
  const last = line.at(-1);
  if (last?.type === 'text' && inline.type === 'text' && isSameMarks(last.marks, inline.marks))
    last.text += inline.text;
  else line.push(inline);
}

function isSameMarks(a: RichMark[], b: RichMark[]): boolean {
  return a.length === b.length && a.every((mark, i) => isSameMark(mark, b[i]));
}
