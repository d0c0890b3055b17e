import { TandemError } from '../../errors.ts';

/** A view is one `<template>`; comments and white space around it are fine. */
export function checkTemplate(html: string): void {
  const bare = html.replace(/<!--[\s\S]*?-->/g, '').trim();
  const opens = /^<template(\s[^>]*)?>/i.test(bare);
  const closes = /<\/template\s*>$/i.test(bare);
  if (opens && closes && isOneElement(bare)) return;
  throw new TandemError(
    'invalid_input',
    'A view must be exactly one <template> element with everything inside it.',
  );
}

/** The template that opens first closes last; templates inside it are its own. */
function isOneElement(html: string): boolean {
  let depth = 0;
  for (const tag of html.matchAll(/<(\/?)template\b[^>]*>/gi)) {
    depth += tag[1] ? -1 : 1;
    if (depth === 0) return (tag.index ?? 0) + tag[0].length === html.length;
  }
  return false;
}
