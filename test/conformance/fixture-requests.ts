import type { z } from 'zod';
import type { CallContext } from '../../src/area/call-context.ts';
import type { FlatSchema, InputRequest } from '../../src/area/input-required.ts';

export function elicit(
  message: string,
  properties: FlatSchema['properties'],
  required?: string[],
): InputRequest {
  const requestedSchema: FlatSchema = { type: 'object', properties, ...(required ? { required } : {}) };
  return { method: 'elicitation/create', params: { mode: 'form', message, requestedSchema } };
}

export function sample(text: string, maxTokens: number): InputRequest {
  const messages = [{ role: 'user', content: { type: 'text', text } }];
  return { method: 'sampling/createMessage', params: { messages, maxTokens } };
}

export const listRoots: InputRequest = { method: 'roots/list', params: {} };

/** The client's answer to one request; undefined while there is none that fits. */
export function answerTo<Schema extends z.ZodType>(
  ctx: CallContext,
  key: string,
  schema: Schema,
): z.output<Schema> | undefined {
  return schema.safeParse(ctx.input.answers[key]).data;
}
