import type { z } from 'zod';
import type { Grantee } from '../session/session-share.ts';
import type { InputRequired } from './input-required.ts';

/** What a tool asks the person with `ctx.ask`: a message, and a flat schema for the answer. */
export interface Question {
  message: string;
  /** A flat object: strings, numbers, booleans, choices. */
  schema: z.ZodObject;
  /**
   * Who is asked, if not the user whose agent called: `{ user: 'ben' }` or `{ role: 'finance' }`. They answer on their own
   * page, under their own name; nobody else can.
   */
  to?: Grantee;
  /**
   * It is an approval: it is answered on the person's page only, unless `inClient` allows it in the client's own form. `shown` is
   * what the page shows of it.
   */
  approval?: { inClient: boolean; shown: Record<string, unknown> };
}

/** The person's reply to a question: accepted with content, declined, or cancelled. */
export type Answer =
  | { action: 'accept'; content: Record<string, unknown> }
  | { action: 'decline' }
  | { action: 'cancel' };

/**
 * What `ctx.ask` returns: the answer, or `pending`, which the tool returns unchanged until there is one.
 *
 * @example
 * ```ts
 * import { defineTool } from 'tandem-mcp';
 * import { z } from 'zod';
 *
 * export const pay = defineTool({
 *   name: 'pay',
 *   title: 'Pay',
 *   description: 'Pays the bill, if the person agrees',
 *   input: z.strictObject({}),
 *   async handle(_input, ctx) {
 *     const { pending, answer } = await ctx.ask('confirm', {
 *       message: 'Pay 12 EUR?',
 *       schema: z.object({ tip: z.number().optional() }),
 *     });
 *     if (pending) return pending;
 *     return { text: answer.action === 'accept' ? 'Paid.' : 'Not paid.' };
 *   },
 * });
 * ```
 */
export type Asked =
  | {
      answer: Answer;
      /** Who answered on a page. */
      by?: string;
      pending?: undefined;
    }
  | { pending: InputRequired; answer?: undefined };
