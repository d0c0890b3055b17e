import type { z } from 'zod';
import type { InputRequired } from './input-required.ts';

/** What a tool asks the person with `ctx.ask`. */
export interface Question {
  message: string;
  /** A flat object: strings, numbers, booleans, choices. */
  schema: z.ZodObject;
}

export type Answer =
  | { action: 'accept'; content: Record<string, unknown> }
  | { action: 'decline' }
  | { action: 'cancel' };

/** What `ctx.ask` returns: the answer, or what the tool returns until there is one. */
export type Asked = { answer: Answer; pending?: undefined } | { pending: InputRequired; answer?: undefined };
