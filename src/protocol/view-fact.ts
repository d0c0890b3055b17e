import { z } from 'zod';

const text = z.string();

function fact<Name extends string, Value extends z.ZodType>(name: Name, value: Value) {
  return z.object({ kind: z.literal('fact'), fact: z.literal(name), value });
}

/** Which rows of a table, or items of a list, are to be shown. */
export const rowsSchema = z.object({
  blockId: text,
  from: z.number().int().min(0),
  count: z.number().int().min(1),
});

/** A message or prompt that an app proposes. */
const proposalsSchema = z.array(z.object({ label: text, description: text.optional() }));

/**
 * A fact that a page works with, such as the value of an input or its limits. The markdown writer has the words for each
 * (`view/fact-words.ts`); the page of a session reads them by name.
 */
export const viewFactSchema = z.discriminatedUnion('fact', [
  // Inputs
  fact('value', z.unknown().optional()),
  fact('placeholder', z.union([text, z.array(text)])),
  fact('min', z.number()),
  fact('max', z.number()),
  fact('step', z.number()),
  fact('decimals', z.number()),
  fact('maxLength', z.number()),
  fact('disabledOptions', z.array(z.unknown())),
  fact('dangerousOptions', z.array(z.unknown())),

  // Files: the media types, and an example of the action that uploads; it has a list where several can be chosen.
  fact('accepts', text),
  fact('upload', z.looseObject({ value: z.unknown().optional() })),

  // Tables and lists: titles of buttons in cells by their events, the event of links in cells, what is not shown yet.
  fact('rowButtons', z.record(text, text)),
  fact('cellLink', z.looseObject({ event: text })),
  fact('more', z.object({ rows: rowsSchema })),

  // Menus: the event that choosing an item causes.
  fact('chooseItem', z.looseObject({ blockId: text, event: text })),

  // Calendars: the event that shows another panel.
  fact('otherPanel', z.object({ event: text, payload: z.object({ mode: text }) })),

  // Dialogs and tours
  fact('okButton', text),
  fact('cancelButton', text),
  fact('nextButton', text),
  fact('previousButton', text),
  fact('tourStep', z.object({ at: z.number(), total: z.number() })),

  // Searches
  fact('query', text),
  fact('recentSearches', z.array(text)),

  // Chats with agents of the app
  fact('prompts', proposalsSchema),
  fact('suggestions', proposalsSchema),
  fact('switch', z.object({ key: text, label: z.unknown().optional(), checked: z.boolean() })),
  fact('sendMessage', z.looseObject({ payload: z.object({ text }) })),
  fact('attachments', z.looseObject({ accept: text.optional() })),
  fact(
    'tool',
    z.object({
      name: text,
      status: text,
      input: z.unknown().optional(),
      output: z.unknown().optional(),
      /** The id of what waits for a person. */
      approval: text.optional(),
    }),
  ),
  fact('openConversation', z.unknown().optional()),
  fact('newConversation', text),
  fact('conversationMenu', z.array(z.object({ action: text, label: text.optional() }))),
]);

export type ViewFact = z.infer<typeof viewFactSchema>;
export type FactName = ViewFact['fact'];
export type FactValue<Name extends FactName> = Extract<ViewFact, { fact: Name }>['value'];
