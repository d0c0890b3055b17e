import { COMPACT_FORM } from './compact-form.ts';
import { TAG_FORM } from './tag-form.ts';
import type { PageView, ViewNode } from './view-node.ts';
import { writeNodesUnder } from './write-nodes.ts';
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
  return writeMarkdownUnder(page, options, Number.POSITIVE_INFINITY) as string;
}

/** The same if it is shorter than this; otherwise undefined, and most of it is not written. */
export function writeMarkdownUnder(
  page: PageView,
  options: MarkdownOptions,
  length: number,
): string | undefined {
  const titleLimit = options.maxCharacters === undefined ? undefined : 500;
  const header = `# ${writeText(page.title, titleLimit)}\nPage: ${writeName(page.pageId)}`;
  const nodes = writeBlocksUnder(page.nodes, options, header.length, length - header.length - 2);
  if (nodes === '') return header.length < length ? header : undefined;
  return nodes && `${header}\n\n${nodes}`;
}

/** Blocks alone, `taken` characters being used already. */
export function writeBlocks(nodes: ViewNode[], options: MarkdownOptions, taken: number): string {
  return writeBlocksUnder(nodes, options, taken, Number.POSITIVE_INFINITY) as string;
}

function writeBlocksUnder(
  nodes: ViewNode[],
  options: MarkdownOptions,
  taken: number,
  length: number,
): string | undefined {
  const compact = options.format === 'compact';
  const smaller = compact ? '' : 'format "compact" is shorter, ';
  const nodeOptions = {
    ...(options.maxCharacters !== undefined && { maxCharacters: options.maxCharacters - taken }),
    hint: `To see them: ${smaller}"rows" shows part of a table or list.`,
  };
  return writeNodesUnder(nodes, compact ? COMPACT_FORM : TAG_FORM, nodeOptions, length);
}
