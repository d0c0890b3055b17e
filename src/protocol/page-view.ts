import { z } from 'zod';
import { viewFactSchema } from './view-fact.ts';

const text = z.string();

/** What a node says, part by part. */
export const viewPartSchema = z.discriminatedUnion('kind', [
  /** A title or label. */
  z.object({ kind: z.literal('title'), text }),
  /** Something to read, with its name: `Status: "late"`. */
  z.object({ kind: z.literal('field'), name: text, value: z.unknown().optional() }),
  viewFactSchema,
  /** For agents only, such as an example of an event to trigger: people have a button for it. */
  z.object({ kind: z.literal('hint'), name: text, value: z.unknown().optional() }),
  /** A text that people read: a paragraph, markdown, HTML as text. */
  z.object({ kind: z.literal('text'), text }),
  /** What can be chosen. */
  z.object({
    kind: z.literal('options'),
    options: z.array(z.object({ value: z.unknown().optional(), label: text.exactOptional() })),
    total: z.number(),
  }),
  z.object({
    kind: z.literal('table'),
    columns: z.array(text),
    rows: z.array(z.array(text)),
    from: z.number(),
    total: z.number(),
    /** Rows after the shown ones, to find changes in; written nowhere. */
    rest: z.array(z.array(text)).exactOptional(),
  }),
  z.object({ kind: z.enum(['error', 'warning', 'note']), text }),
]);

/** What kinds of nodes there are; the names of their tags. */
export const VIEW_TAGS = [
  'input',
  'button',
  'display',
  'container',
  'list',
  'item',
  'tabs',
  'tab',
  'menu',
  'link',
  'modal',
] as const;

export const viewNodeSchema = z.object({
  tag: z.enum(VIEW_TAGS),
  /** The id to use in actions; unique on a page. Absent for items, tabs and links. */
  id: text.exactOptional(),
  /** The block's type, e.g. `TextInput`. */
  type: text.exactOptional(),
  /** Short facts in the opening tag, in this order: required, disabled, rows, key … Absent and false are left out. */
  attributes: z.record(text, z.union([text, z.number(), z.boolean(), z.undefined()])).exactOptional(),
  /** An input whose value is shown to nobody, not even while it is typed. Written nowhere. */
  isSecret: z.literal(true).exactOptional(),
  /** Events that can be triggered. */
  events: z.array(text).exactOptional(),
  /** Methods that can be called. */
  actions: z.array(text).exactOptional(),
  /** What it says, in order. */
  parts: z.array(viewPartSchema).exactOptional(),
  get children() {
    return z.exactOptional(z.array(viewNodeSchema));
  },
});

/** A page as its reader sees it. */
export const pageViewSchema = z.object({ title: text, pageId: text, nodes: z.array(viewNodeSchema) });
