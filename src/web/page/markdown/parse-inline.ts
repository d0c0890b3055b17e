/** A piece of a line. */
export type Inline =
  | { type: 'text' | 'code'; text: string }
  | { type: 'strong' | 'emphasis' | 'deleted'; children: Inline[] }
  | { type: 'link'; href: string; children: Inline[] }
  | { type: 'break' };

/** Each starts with what cannot be confused with the others; what matches none is text. */
const PIECES = [
  /(?<code>(?<ticks>`+)(?<in>[^`](?:.|\n)*?)\k<ticks>(?!`))/,
  /(?<link>\[(?<label>[^[\]]*)\]\((?<href>[^\s()<>]+)(?:\s+"[^"]*")?\))/,
  /(?<auto>\bhttps?:\/\/[^\s<>"'`]*[^\s<>"'`.,:;!?)\]])/,
  /(?<strong>\*\*(?=\S)(?<bold>(?:[^*]|\*(?!\*))+?)(?<=\S)\*\*)/,
  /(?<emphasis>(?<![\w*])[*_](?=\S)(?<italic>[^*_\n]+?)(?<=\S)[*_](?![\w*]))/,
  /(?<deleted>~~(?=\S)(?<gone>[^~]+?)~~)/,
  /(?<escaped>\\[\\`*_[\]()#+.!~>|-])/,
  /(?<break>(?: {2,}|\\)\n)/,
];
const PIECE = new RegExp(PIECES.map(({ source }) => source).join('|'), 'g');
const MAX_DEPTH = 6;

/** The pieces of a paragraph. HTML is text like any other; links lead to the web or to a mailbox, nowhere else. */
export function parseInline(text: string, depth = 0): Inline[] {
  if (depth > MAX_DEPTH) return [{ type: 'text', text }];
  const pieces: Inline[] = [];
  let at = 0;
  const inside = (inner: string) => parseInline(inner, depth + 1);
  for (const match of text.matchAll(PIECE)) {
    if (match.index > at) pieces.push({ type: 'text', text: text.slice(at, match.index) });
    at = match.index + match[0].length;
    pieces.push(toInline(match, inside));
  }
  if (at < text.length) pieces.push({ type: 'text', text: text.slice(at) });
  return pieces;
}

function toInline(match: RegExpMatchArray, inside: (text: string) => Inline[]): Inline {
  const [whole] = match;
  const found = match.groups ?? {};
  if (found.code !== undefined) return { type: 'code', text: found.in?.trim() ?? '' };
  if (found.link !== undefined) {
    const href = safeHref(found.href ?? '');
    return href ? { type: 'link', href, children: inside(found.label ?? '') } : { type: 'text', text: whole };
  }
  if (found.auto !== undefined)
    return { type: 'link', href: whole, children: [{ type: 'text', text: whole }] };
  if (found.strong !== undefined) return { type: 'strong', children: inside(found.bold ?? '') };
  if (found.emphasis !== undefined) return { type: 'emphasis', children: inside(found.italic ?? '') };
  if (found.deleted !== undefined) return { type: 'deleted', children: inside(found.gone ?? '') };
  if (found.escaped !== undefined) return { type: 'text', text: whole.slice(1) };
  return { type: 'break' };
}

function safeHref(href: string): string | undefined {
  return URL.canParse(href) && /^(?:https?|mailto):$/.test(new URL(href).protocol) ? href : undefined;
}
