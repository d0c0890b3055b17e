import { asRecord } from '../render/shown-text.ts';

/** What an editor supports; everything else becomes plain text, or is dropped. */
export interface EditorSchema {
  /** Of headings: the levels. */
  levels: number[];
  has(
    part:
      | 'blockquote'
      | 'bold'
      | 'bulletList'
      | 'code'
      | 'codeBlock'
      | 'hardBreak'
      | 'highlight'
      | 'horizontalRule'
      | 'image'
      | 'italic'
      | 'link'
      | 'orderedList'
      | 'strike'
      | 'table',
  ): boolean;
  /** Whether typed addresses become links. */
  hasAutolink: boolean;
  hasColors: boolean;
  imageStyle: string;
  /** What can be mentioned, and the character that starts a mention; absent if nothing can be. */
  mentions?: { char: string; items: Mentioned[]; hrefOf?: (item: unknown) => unknown };
}

interface Mentioned {
  item: unknown;
  /** In lower case. */
  name: string;
}

const EXTENSIONS = new Set(['highlight', 'image', 'link', 'table']);

/** From the properties of a block. */
export function toEditorSchema(type: string, properties: Record<string, unknown>): EditorSchema {
  const kit = asRecord(properties.starterKit);
  const own = (name: string) => asRecord(properties[name]);
  const { levels = [1, 2, 3, 4, 5, 6] } = asRecord(kit.heading);
  const { maxWidth = '80%', zoom = 0.5 } = own('image');
  return {
    levels: kit.heading === false || !Array.isArray(levels) ? [] : levels.map(Number),
    has: (part) => (EXTENSIONS.has(part) ? !own(part).disabled : kit[part] !== false),
    hasAutolink: !own('link').disabled && own('link').autolink !== false,
    hasColors: own('highlight').multicolor !== false,
    imageStyle: `max-width: ${maxWidth}; display: block; zoom: ${zoom};`,
    ...(type === 'TiptapMentionInput' && { mentions: toMentions(own('mentions')) }),
  };
}

function toMentions({ char = '@', options, getHref }: Record<string, unknown>): EditorSchema['mentions'] {
  return {
    char: String(char),
    // The longest name first, so that it wins over a shorter one with the same beginning.
    items: (Array.isArray(options) ? options : [])
      .map((item) => ({ item, name: mentionLabel(item).toLowerCase() }))
      .filter(({ name }) => name !== '')
      .sort((a, b) => b.name.length - a.name.length),
    ...(typeof getHref === 'function' && { hrefOf: getHref as (item: unknown) => unknown }),
  };
}

/** What a mention is called. */
export function mentionLabel(item: unknown): string {
  const { tag, label } = asRecord(item);
  return String(asRecord(tag).title ?? label ?? item);
}
