import { parseCompact } from './parse-compact.ts';
import { parseTags } from './parse-tags.ts';
import { TextCursor } from './text-cursor.ts';
import type { PageView } from './view-node.ts';

/**
 * Reads back what `writeMarkdown` wrote, of a page that was not cut. It is how tests show that no text can forge
 * structure; nothing in the product reads markdown.
 */
export function parseMarkdown(text: string, format: 'tags' | 'compact' = 'tags'): PageView {
  const [first = '', second = '', ...lines] = text.split('\n');
  const title = new TextCursor(first);
  title.need('# ');
  const page = new TextCursor(second);
  page.need('Page: ');
  return {
    title: title.next() === '"' ? title.string() : first.slice(2),
    pageId: page.name(),
    nodes: format === 'tags' ? parseTags(lines) : parseCompact(lines),
  };
}
