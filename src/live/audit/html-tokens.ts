import { decodeEntities } from '../../lib/decode-entities.ts';

export interface Attribute {
  /** As written; HTML makes it lower case. */
  name: string;
  value: string;
  line: number;
}

export type HtmlToken =
  | { kind: 'open'; tag: string; attributes: Attribute[]; selfClosing: boolean; line: number }
  | { kind: 'close'; tag: string; line: number }
  | { kind: 'text'; text: string; line: number }
  | { kind: 'problem'; message: string; line: number };

/** Elements whose content is text up to their end tag, whatever it looks like. */
const RAW_TEXT = ['script', 'style', 'textarea', 'title'];
const TAG = /<(\/?)([A-Za-z][^\s/>]*)/y;
const ATTRIBUTE = /[\s/]*([^\s=>/"'][^\s=>/]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/y;

/**
 * Splits HTML into tags and text, with the line of each. It reads what a browser reads, and reports what a browser hides.
 * By hand: parse5 repairs the mistakes that this exists to report, and forgets how names were written.
 */
export function readHtmlTokens(html: string): HtmlToken[] {
  const tokens: HtmlToken[] = [];
  const lineAt = lineCounter(html);
  let at = 0;
  while (at < html.length) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4);
      if (end < 0) return [...tokens, problem('The comment is not closed with "-->".', at)];
      at = end + 3;
    } else if (html.startsWith('<!', at) || html.startsWith('<?', at)) {
      const end = html.indexOf('>', at);
      if (end < 0) return [...tokens, problem('The declaration is not closed with ">".', at)];
      at = end + 1;
    } else {
      TAG.lastIndex = at;
      const tag = TAG.exec(html);
      at = tag ? readTag(at, tag[1] === '/', (tag[2] ?? '').toLowerCase(), TAG.lastIndex) : readText(at);
    }
  }
  return tokens;

  function problem(message: string, where: number): HtmlToken {
    return { kind: 'problem', message, line: lineAt(where) };
  }

  function readText(start: number): number {
    // A "<" that opens nothing is text.
    const next = /<(?=[A-Za-z/!?])/g;
    next.lastIndex = start + 1;
    const end = next.exec(html)?.index ?? html.length;
    tokens.push({ kind: 'text', text: html.slice(start, end), line: lineAt(start) });
    return end;
  }

  function readTag(start: number, isClose: boolean, tag: string, afterName: number): number {
    const line = lineAt(start);
    const attributes: Attribute[] = [];
    let position = afterName;
    for (;;) {
      ATTRIBUTE.lastIndex = position;
      const found = ATTRIBUTE.exec(html);
      if (!found) break;
      const name = found[1] ?? '';
      attributes.push({
        name,
        value: unquote(found[2] ?? ''),
        line: lineAt(ATTRIBUTE.lastIndex - found[0].trimStart().length),
      });
      position = ATTRIBUTE.lastIndex;
    }
    const end = /[\s/]*>/y;
    end.lastIndex = position;
    const closed = end.exec(html);
    if (!closed) {
      tokens.push(
        problem(
          `The tag <${isClose ? '/' : ''}${tag}> is not closed with ">", or a quote in it is missing.`,
          start,
        ),
      );
      const next = html.indexOf('>', position);
      return next < 0 ? html.length : next + 1;
    }
    const selfClosing = closed[0].endsWith('/>');
    if (isClose) tokens.push({ kind: 'close', tag, line });
    else tokens.push({ kind: 'open', tag, attributes, selfClosing, line });
    return !isClose && RAW_TEXT.includes(tag) && !selfClosing
      ? readRaw(tag, end.lastIndex, start)
      : end.lastIndex;
  }

  function readRaw(tag: string, start: number, opened: number): number {
    const close = new RegExp(`</${tag}[\\s/>]`, 'gi');
    close.lastIndex = start;
    const end = close.exec(html)?.index;
    if (end === undefined) {
      tokens.push(problem(`<${tag}> is never closed.`, opened), {
        kind: 'close',
        tag,
        line: lineAt(html.length),
      });
      return html.length;
    }
    if (end > start) tokens.push({ kind: 'text', text: html.slice(start, end), line: lineAt(start) });
    return end;
  }
}

function unquote(raw: string): string {
  return decodeEntities(/^["']/.test(raw) ? raw.slice(1, -1) : raw);
}

function lineCounter(text: string): (at: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (at) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}
