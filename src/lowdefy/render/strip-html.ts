import { decodeEntities } from '../../lib/decode-entities.ts';

/** Elements that begin on their own line. */
const ON_OWN_LINE = new Set(
  'address article aside blockquote br div dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr main nav ol p pre section table ul'.split(
    ' ',
  ),
);
/** What precedes parts of lists and tables. */
const STARTS: Record<string, string> = { li: '\n- ', dt: '\n', dd: '\n', tr: '\n', td: ' ', th: ' ' };
/** Elements whose text is invisible. */
const UNSEEN = /^(?:script|style|template|title)$/;

/**
 * The text of HTML, roughly as a browser lays it out. Not a parser and not a sanitizer: a tag ends at its first `>`,
 * and the result is as untrusted as the input.
 * By hand: it runs for every text of every view, and only needs to find where tags end.
 */
export function stripHtml(html: string): string {
  let text = '';
  let at = 0;
  while (at < html.length) {
    const start = html.indexOf('<', at);
    if (start < 0) break;
    const isTag = /^<[a-z/!?]/i.test(html.slice(start, start + 2));
    const isComment = html.startsWith('<!--', start);
    const end = isTag ? html.indexOf(isComment ? '-->' : '>', start) : -1;
    if (isTag && end < 0) break;
    text += html.slice(at, isTag ? start : start + 1);
    if (!isTag) {
      at = start + 1;
      continue;
    }
    at = end + (isComment ? 3 : 1);
    const name = /^<\/?([a-z][a-z0-9]*)/i.exec(html.slice(start, start + 40))?.[1]?.toLowerCase() ?? '';
    const isClosing = html.charAt(start + 1) === '/';
    if (ON_OWN_LINE.has(name)) text += '\n';
    else if (!isClosing) text += Object.hasOwn(STARTS, name) ? STARTS[name] : '';
    if (UNSEEN.test(name) && !isClosing) at = endOf(name, html, at);
  }
  return tidy(decodeEntities(text + html.slice(at)));
}

function endOf(name: string, html: string, from: number): number {
  const closing = new RegExp(`</${name}[^>]*>`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html) ? closing.lastIndex : html.length;
}

function tidy(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/[ \t\r\f]+/g, ' ').trim());
  return lines
    .filter((line, i) => line !== '' || (i > 0 && lines[i - 1] !== ''))
    .join('\n')
    .trim();
}
