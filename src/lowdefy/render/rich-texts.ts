import { mentionLabel, toEditorSchema } from '../rich-text/editor-schema.ts';
import { parseRichHtml } from '../rich-text/parse-rich-html.ts';
import { writeRichMarkdown } from '../rich-text/write-rich-markdown.ts';
import { field } from './block-node.ts';
import { placeholder, toInput } from './input-node.ts';
import type { BlockRender } from './render-context.ts';
import { asArray, asRecord, plainText } from './shown-text.ts';

const MAX_NAMES = 50;

/** A rich text editor: its text as markdown, which is also how to set it. */
export const renderRichText: BlockRender = (block) => {
  const { html, fileList } = asRecord(block.value);
  const schema = toEditorSchema(block.type, block.properties);
  const text = typeof html === 'string' ? writeRichMarkdown(parseRichHtml(html, schema), schema) : '';
  const people = schema.mentions ? asArray(asRecord(block.properties.mentions).options) : [];
  const names = people.map((item) => `${schema.mentions?.char}${mentionLabel(item)}`);
  return [
    // Its methods are for the app: to write, set its value.
    toInput(
      { ...block, methods: [] },
      {
        attributes: { format: 'markdown' },
        before: [placeholder(block)],
        value: { shown: text === '' ? null : text },
        after: [
          names.length > 0 ? field('Can mention', names.slice(0, MAX_NAMES)) : undefined,
          asArray(fileList).length > 0
            ? field(
                'Files',
                asArray(fileList).map((file) => plainText(asRecord(file).name) ?? ''),
              )
            : undefined,
        ],
      },
    ),
  ];
};
