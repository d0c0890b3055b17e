import { asRecord } from '../render/shown-text.ts';

/** What an editor is set to keep; the rest of what it is given becomes plain text, or nothing. */
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
  /** Whether addresses that are typed become links. */
  hasAutolink: boolean;
  hasColors: boolean;
  imageStyle: string;
  /** What can be mentioned, and the character that begins a mention; absent where nothing can be. */
  mentions?: { char: string; items: Mentioned[]; hrefOf?: (item: unknown) => unknown };
}

interface Mentioned {
  item: unknown;
  /** In small letters. */
  name: string;
}

const EXTENSIONS = new Set(['highlight', 'image', 'link', 'table']);

/** By the properties of a block. */
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
    // The longest name first: it is the one that is meant where a shorter one begins the same.
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
