import { TandemError } from '../../errors.ts';

/**
 * A view is one `<template>`; comments and white space around it are fine.
 * By hand: a parser would accept more than one element, or none, and repair it.
 */
export function checkTemplate(html: string): void {
  const bare = withoutComments(html).trim();
  const opens = /^<template(\s[^>]*)?>/i.test(bare);
  const closes = /<\/template\s*>$/i.test(bare);
  if (opens && closes && isOneElement(bare)) return;
  throw new TandemError(
    'invalid_input',
    'A view must be exactly one <template> element with everything inside it.',
  );
}

/** By hand: a pattern would search for the end of every unclosed comment, again and again. */
function withoutComments(html: string): string {
  const parts: string[] = [];
  let from = 0;
  for (;;) {
    const start = html.indexOf('<!--', from);
    const end = start < 0 ? -1 : html.indexOf('-->', start + 4);
    if (end < 0) return parts.join('') + html.slice(from);
    parts.push(html.slice(from, start));
    from = end + 3;
  }
}

/** The template that opens first closes last; templates inside it are part of it. */
function isOneElement(html: string): boolean {
  const tags = /<(\/?)template\b/gi;
  let depth = 0;
  for (let tag = tags.exec(html); tag; tag = tags.exec(html)) {
    const end = html.indexOf('>', tags.lastIndex);
    if (end < 0) return false;
    depth += tag[1] ? -1 : 1;
    if (depth === 0) return end + 1 === html.length;
    tags.lastIndex = end + 1;
  }
  return false;
}
