import { TandemError } from '../../../errors.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import { asRecord } from '../../render/shown-text.ts';
import { type EditorSchema, toEditorSchema } from '../../rich-text/editor-schema.ts';
import { parseRichHtml } from '../../rich-text/parse-rich-html.ts';
import { parseRichMarkdown } from '../../rich-text/parse-rich-markdown.ts';
import type { RichBlock } from '../../rich-text/rich-document.ts';
import { toRichValue } from '../../rich-text/rich-value.ts';
import { shown } from '../values/value-limits.ts';
import type { MakeShims } from './make-shims.ts';

const TYPES = new Set(['TiptapInput', 'TiptapMentionInput']);
/** How a text begins that is HTML. */
const TAG = /^\s*<(?:p|h[1-6]|ul|ol|blockquote|pre|table|hr|img|div|strong|em|b|i|a|span|br)\b[^>]*>/i;

export function isRichText(type: string): boolean {
  return TYPES.has(type);
}

/**
 * The editor's value after somebody typed this: markdown or HTML as text, or one of `{"markdown"}`, `{"html"}` and
 * `{"text"}`, which says which it is. What the editor does not support is dropped.
 */
export function toRichText(block: EngineBlock, given: unknown): { value: unknown; converted?: string } {
  const schema = schemaOf(block);
  if (given === null) return { value: documentValue(block, [], schema) };
  const [format, text] = formatOf(block, given);
  return {
    value: documentValue(block, PARSE[format](text, schema), schema),
    converted: `${format} to rich text`,
  };
}

const PARSE = { HTML: parseRichHtml, markdown: parseRichMarkdown, text: parseText };

function formatOf({ blockId }: EngineBlock, given: unknown): [keyof typeof PARSE, string] {
  if (typeof given === 'string')
    return [TAG.test(given) && given.trimEnd().endsWith('>') ? 'HTML' : 'markdown', given];
  const { html, markdown, text } = asRecord(given);
  if (typeof html === 'string') return ['HTML', html];
  if (typeof markdown === 'string') return ['markdown', markdown];
  if (typeof text === 'string') return ['text', text];
  throw new TandemError(
    'invalid_input',
    `Block "${blockId}" takes markdown as text, or {"markdown": "…"}, {"html": "…"} or {"text": "…"}, not ${shown(given)}.`,
  );
}

/** As if pasted: each line is a paragraph, without any formatting. */
function parseText(text: string): RichBlock[] {
  const lines = text.split(/(?:\r\n?|\n)+/).filter((line) => line !== '');
  return lines.map((line) => ({ type: 'paragraph', content: [{ type: 'text', text: line, marks: [] }] }));
}

/** Methods for apps: they set the value without a change event. */
export const richTextMethods: MakeShims = (block) => {
  const set = (html: string) => {
    const schema = schemaOf(block);
    block.setValue?.(documentValue(block, parseRichHtml(html, schema), schema));
  };
  return {
    clear: () => set(''),
    setContent: (args?: { html?: unknown }) => set(String(args?.html ?? '')),
    focus: () => {},
  };
};

function schemaOf({ type, eval: evaluated }: EngineBlock): EditorSchema {
  return toEditorSchema(type, evaluated?.properties ?? {});
}

function documentValue(
  block: EngineBlock,
  blocks: RichBlock[],
  schema: EditorSchema,
): Record<string, unknown> {
  const { fileList } = asRecord(block.value);
  const document: RichBlock[] = blocks.length > 0 ? blocks : [{ type: 'paragraph', content: [] }];
  return toRichValue(document, schema, Array.isArray(fileList) ? fileList : []);
}
