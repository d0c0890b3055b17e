import type { EditorSchema } from './editor-schema.ts';
import { isWebAddress } from './is-web-address.ts';
import { addInline, type RichBlock, type RichInline, type RichMark, withMark } from './rich-document.ts';

type Image = Extract<RichBlock, { type: 'image' }>;

const MAX_DEPTH = 10;
/** `(address "title")`, with the address in angle brackets if it contains spaces. */
const TARGET = String.raw`\([ \n]*(?:<([^<>\n]*)>|((?:\\[()]|[^\s()<>]|\([^\s()<>]*\))*))(?:[ \n]+"([^"]*)")?[ \n]*\)`;
const ESCAPE = /\\([!-/:-@[-`{-~])/y;
const TICKS = /`+/y;
const IMAGE = new RegExp(String.raw`!\[((?:\\.|[^[\]\\])*)\]${TARGET}`, 'y');
const LINK = new RegExp(String.raw`\[((?:\\.|!\[[^[\]]*\]|[^[\]\\])*)\]${TARGET}`, 'y');
const ANGLED = /<(https?:\/\/[^\s<>]+|mailto:[^\s<>]+)>/y;
const BARE = /https?:\/\/[^\s<>()[\]*_~]*[^\s<>()[\]*_~.,;:!?'"]/y;
const BREAK = / *\\?\n */y;
const DELIMITERS: [string, RichMark][] = [
  ['**', { type: 'bold' }],
  ['__', { type: 'bold' }],
  ['~~', { type: 'strike' }],
  ['==', { type: 'highlight' }],
  ['*', { type: 'italic' }],
  ['_', { type: 'italic' }],
];

/** The content of a line of markdown: texts with their marks, line breaks, mentions, and images. */
export function parseRichInline(text: string, schema: EditorSchema): (RichInline | Image)[] {
  const parts: (RichInline | Image)[] = [];
  read(text, [], 0);
  return parts;

  function add(part: RichInline | Image): void {
    if (part.type === 'image' || parts.at(-1)?.type === 'image') parts.push(part);
    else addInline(parts as RichInline[], part);
  }

  function addText(piece: string, marks: RichMark[]): void {
    if (piece !== '') add({ type: 'text', text: piece, marks });
  }

  function read(source: string, marks: RichMark[], depth: number): void {
    /** If there is no closing delimiter further on, there is none for later ones either. */
    const endless = new Set<string>();
    const small = schema.mentions ? source.toLowerCase() : '';
    let plain = '';
    let at = 0;
    const flush = () => {
      addText(plain, marks);
      plain = '';
    };
    while (at < source.length) {
      const next = readOne();
      if (next === undefined) plain += source.charAt(at++);
      else at = next;
    }
    flush();

    function match(pattern: RegExp): RegExpExecArray | null {
      pattern.lastIndex = at;
      return pattern.exec(source);
    }

    /** Where to continue after something longer than a character. */
    function readOne(): number | undefined {
      const char = source.charAt(at);
      const escaped = char === '\\' ? match(ESCAPE) : null;
      if (escaped) {
        plain += escaped[1];
        return at + 2;
      }
      if (/[ \\\n]/.test(char)) return readBreak();
      if (char === '`') return readCode();
      if (char === '!') return readImage();
      if (char === '[') return readLink();
      if (char === '<' || char === 'h') return readAddress(char);
      return readMention() ?? readMarked();
    }

    function readBreak(): number | undefined {
      const found = match(BREAK);
      if (!found) return undefined;
      plain = plain.trimEnd();
      flush();
      if (schema.has('hardBreak')) add({ type: 'break', marks });
      else plain += ' ';
      return at + found[0].length;
    }

    function readCode(): number | undefined {
      const [fence = ''] = match(TICKS) ?? [];
      const end = endless.has(fence) ? -1 : endOfCode(source, at + fence.length, fence);
      if (end < 0) {
        endless.add(fence);
        plain += fence;
        return at + fence.length;
      }
      flush();
      const code = source.slice(at + fence.length, end).replaceAll('\n', ' ');
      const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== '';
      const inside = isPadded ? code.slice(1, -1) : code;
      addText(inside, schema.has('code') ? withMark(marks, { type: 'code' }) : marks);
      return end + fence.length;
    }

    function readImage(): number | undefined {
      const found = match(IMAGE);
      if (!found) return undefined;
      const [whole, alt = '', angled, bare = '', title] = found;
      const src = angled ?? withoutEscapes(bare);
      flush();
      if (schema.has('image') && src !== '' && !src.startsWith('data:'))
        add({
          type: 'image',
          src,
          ...(alt !== '' && { alt: withoutEscapes(alt) }),
          ...(title !== undefined && { title }),
        });
      else addText(withoutEscapes(alt), marks);
      return at + whole.length;
    }

    function readLink(): number | undefined {
      const found = depth < MAX_DEPTH ? match(LINK) : null;
      if (!found) return undefined;
      const [whole, label = '', angled, bare = ''] = found;
      const href = angled ?? withoutEscapes(bare);
      flush();
      const isKept = schema.has('link') && isWebAddress(href);
      read(label, isKept ? withMark(marks, { type: 'link', href }) : marks, depth + 1);
      return at + whole.length;
    }

    function readAddress(char: string): number | undefined {
      const found = char === '<' ? match(ANGLED) : schema.hasAutolink && !isInWord() ? match(BARE) : null;
      if (!found) return undefined;
      const href = found[1] ?? found[0];
      flush();
      addText(href, schema.has('link') ? withMark(marks, { type: 'link', href }) : marks);
      return at + found[0].length;
    }

    function isInWord(): boolean {
      return isLetter(source.charAt(at - 1));
    }

    /** The name in the list that starts here. */
    function readMention(): number | undefined {
      const { char, items = [] } = schema.mentions ?? {};
      if (char === undefined || !source.startsWith(char, at) || isInWord()) return undefined;
      const from = at + char.length;
      const named = items.find(
        ({ name }) => small.startsWith(name, from) && !isLetter(source.charAt(from + name.length)),
      );
      if (!named) return undefined;
      flush();
      add({ type: 'mention', item: named.item, marks });
      return from + named.name.length;
    }

    function readMarked(): number | undefined {
      const found = DELIMITERS.find(([delimiter]) => source.startsWith(delimiter, at));
      if (!found || depth >= MAX_DEPTH) return undefined;
      const [delimiter, mark] = found;
      const from = at + delimiter.length;
      const isOpening = /\S/.test(source.charAt(from)) && !(delimiter.startsWith('_') && isInWord());
      const end = isOpening && !endless.has(delimiter) ? endOfMarked(source, from, delimiter) : -1;
      if (end < 0) {
        if (isOpening) endless.add(delimiter);
        plain += delimiter;
        return from;
      }
      flush();
      read(source.slice(from, end), schema.has(mark.type) ? withMark(marks, mark) : marks, depth + 1);
      return end + delimiter.length;
    }
  }
}

function endOfCode(source: string, from: number, fence: string): number {
  for (let at = source.indexOf(fence, from); at >= 0; at = source.indexOf(fence, at)) {
    let end = at + fence.length;
    while (source.charAt(end) === '`') end++;
    if (end - at === fence.length) return at;
    at = end;
  }
  return -1;
}

/** The closing delimiter for what began before `from`: after some content, and not part of a longer run. */
function endOfMarked(source: string, from: number, delimiter: string): number {
  const char = delimiter.charAt(0);
  for (let at = from + 1; at < source.length; at++) {
    if (source.charAt(at) === '\\') at++;
    else if (source.charAt(at) === '`') at = Math.max(at, endOfTicks(source, at));
    else if (source.charAt(at) === char) {
      let run = at;
      while (source.charAt(run) === char) run++;
      const isEnd =
        run - at >= delimiter.length &&
        (delimiter.length === 2 || (run - at) % 2 === 1) &&
        /\S/.test(source.charAt(at - 1)) &&
        !(char === '_' && isLetter(source.charAt(run)));
      if (isEnd) return run - delimiter.length;
      at = run - 1;
    }
  }
  return -1;
}

/** The end of code that begins here, so that nothing in it counts as a delimiter. */
function endOfTicks(source: string, at: number): number {
  let from = at;
  while (source.charAt(from) === '`') from++;
  const end = endOfCode(source, from, source.slice(at, from));
  return end < 0 ? from - 1 : end + (from - at) - 1;
}

function isLetter(char: string): boolean {
  return /[\p{L}\p{N}]/u.test(char);
}

function withoutEscapes(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, '$1');
}
