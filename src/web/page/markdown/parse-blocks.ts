// By hand: a tenth of what a library weighs, no HTML to sanitize, and tested with text written to be slow.
/** A piece of a text: what models write, not all of markdown. Everything else is a paragraph of plain text. */
export type Block =
  | { type: 'paragraph'; text: string }
  | { type: 'heading'; level: number; text: string }
  | { type: 'code'; language: string; text: string }
  | { type: 'quote'; blocks: Block[] }
  | { type: 'list'; start: number | undefined; items: Block[][] }
  | { type: 'table'; head: string[]; rows: string[][] }
  | { type: 'rule' };

const FENCE = /^ {0,3}(`{3,}|~{3,})\s*([\w+#-]*)[^`]*$/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/;
const RULE = /^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$/;
const ITEM = /^( {0,3})([-*+]|(\d{1,9})[.)])(\s+)(.*)$/;
const QUOTE = /^ {0,3}> ?/;
const TABLE_LINE = /^\s*\|?(?:\s*:?-+:?\s*\|)+\s*:?-*:?\s*$/;
/** Deeper than anybody writes; a text of ten thousand `>` must not overflow the stack. */
const MAX_DEPTH = 12;

/** The blocks of a text. Never fails: a text that is still being written is one that breaks off. */
export function parseBlocks(text: string, depth = 0): Block[] {
  if (depth > MAX_DEPTH) return [{ type: 'paragraph', text }];
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const blocks: Block[] = [];
  let at = 0;
  const take = (isSo: (line: string) => boolean): string[] => {
    const start = at;
    while (at < lines.length && isSo(lines[at] ?? '')) at++;
    return lines.slice(start, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line);
    const heading = HEADING.exec(line);
    if (line.trim() === '') at++;
    else if (fence) {
      const [, mark = '', language = ''] = fence;
      at++;
      const body = take(
        (one) => !(one.trim().startsWith(mark) && one.trim().replaceAll(mark[0] ?? '', '') === ''),
      );
      at++;
      blocks.push({ type: 'code', language, text: body.join('\n') });
    } else if (heading) {
      at++;
      blocks.push({ type: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' });
    } else if (RULE.test(line)) {
      at++;
      blocks.push({ type: 'rule' });
    } else if (QUOTE.test(line)) {
      const quoted = take((one) => QUOTE.test(one)).map((one) => one.replace(QUOTE, ''));
      blocks.push({ type: 'quote', blocks: parseBlocks(quoted.join('\n'), depth + 1) });
    } else if (ITEM.test(line)) blocks.push(takeList());
    else if (line.includes('|') && TABLE_LINE.test(lines[at + 1] ?? '')) {
      at += 2;
      const rows = take((one) => one.includes('|') && one.trim() !== '').map(toCells);
      blocks.push({ type: 'table', head: toCells(line), rows });
    } else {
      const first = at++;
      take((one) => one.trim() !== '' && !startsBlock(one));
      blocks.push({ type: 'paragraph', text: lines.slice(first, at).join('\n') });
    }
  }
  return blocks;

  function takeList(): Block {
    const [, , mark = '', number] = ITEM.exec(lines[at] ?? '') ?? [];
    const isOrdered = number !== undefined;
    const items: Block[][] = [];
    for (;;) {
      const item = ITEM.exec(lines[at] ?? '');
      if (!item || (item[3] !== undefined) !== isOrdered || (!isOrdered && item[2] !== mark)) break;
      const indent = (item[1]?.length ?? 0) + (item[2]?.length ?? 0) + 1;
      at++;
      const more = take((one) =>
        one.trim() === '' ? isIndented(lines[at + 1] ?? '', 2) : isIndented(one, 2) || !startsBlock(one),
      );
      const body = [item[5] ?? '', ...more.map((one) => one.replace(new RegExp(`^ {0,${indent}}`), ''))];
      items.push(parseBlocks(body.join('\n'), depth + 1));
      if ((lines[at] ?? '').trim() === '' && ITEM.test(lines[at + 1] ?? '')) at++;
    }
    return { type: 'list', start: isOrdered ? Number(number) : undefined, items };
  }
}

function isIndented(line: string, by: number): boolean {
  return line.startsWith(' '.repeat(by)) && line.trim() !== '';
}

function startsBlock(line: string): boolean {
  return [FENCE, HEADING, RULE, ITEM, QUOTE].some((start) => start.test(line));
}

function toCells(line: string): string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}
