import { asRecord } from '../render/shown-text.ts';
import type { EditorSchema } from './editor-schema.ts';
import type { RichBlock } from './rich-document.ts';
import { writeRichHtml } from './write-rich-html.ts';
import { writeRichText } from './write-rich-text.ts';
import { writeTurndown } from './write-turndown.ts';

/** What the component puts into its value for a document. Uploaded files are kept only while they are shown. */
export function toRichValue(
  blocks: RichBlock[],
  schema: EditorSchema,
  files: readonly unknown[],
): Record<string, unknown> {
  const text = writeRichText(blocks, schema);
  const shown = new Set(blocks.flatMap((block) => (block.type === 'image' ? block.src : [])));
  return {
    fileList: files.filter((file) => shown.has(String(asRecord(file).url))),
    html: writeRichHtml(blocks, schema),
    ...(schema.mentions && { mentions: mentionsIn(blocks) }),
    text: text.trim() === '' ? null : text,
    markdown: writeTurndown(blocks, schema),
  };
}

/** The values of mentions, each once; only in paragraphs of the text itself, not in lists or quotes. */
function mentionsIn(blocks: RichBlock[]): unknown[] {
  const found = new Map<string, unknown>();
  for (const block of blocks) {
    if (block.type !== 'paragraph') continue;
    for (const inline of block.content)
      if (inline.type === 'mention') {
        const { value } = asRecord(inline.item);
        found.set(JSON.stringify(value), value);
      }
  }
  return [...found.values()];
}
