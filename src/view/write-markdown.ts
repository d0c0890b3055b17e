import { COMPACT_FORM } from './compact-form.ts';
import { TAG_FORM } from './tag-form.ts';
import type { PageView, ViewNode } from './view-node.ts';
import { writeNodes } from './write-nodes.ts';
import { writeName, writeText } from './write-text.ts';

export interface MarkdownOptions {
  /** `tags` (default) says more, `compact` takes one line for each block. */
  format?: 'tags' | 'compact';
  /** Without it nothing is cut. */
  maxCharacters?: number;
}

/**
 * A page as an agent reads it. Whatever the texts in it are, reading it back (`parseMarkdown`) gives the same
 * nodes: no text can close a tag or pass for a block, an attribute, a field or a list item.
 */
export function writeMarkdown(page: PageView, options: MarkdownOptions = {}): string {
  const titleLimit = options.maxCharacters === undefined ? undefined : 500;
  const header = `# ${writeText(page.title, titleLimit)}\nPage: ${writeName(page.pageId)}`;
  const nodes = writeBlocks(page.nodes, options, header.length);
  return nodes === '' ? header : `${header}\n\n${nodes}`;
}

/** Blocks alone, `taken` characters being used already. */
export function writeBlocks(nodes: ViewNode[], options: MarkdownOptions, taken: number): string {
  const compact = options.format === 'compact';
  const smaller = compact ? '' : 'format "compact" is shorter, ';
  return writeNodes(nodes, compact ? COMPACT_FORM : TAG_FORM, {
    ...(options.maxCharacters !== undefined && { maxCharacters: options.maxCharacters - taken }),
    hint: `To see them: ${smaller}"rows" shows part of a table or list.`,
  });
}
