import { z } from 'zod';
import { TandemError } from '../../errors.ts';
import type { SampleAnswer, SampleRequest } from '../tool/sample.ts';
import { toStrictTurns } from './to-strict-turns.ts';

const DEFAULT_MAX_TOKENS = 1000;

/** The request for a client's `sampling/createMessage`. A schema is put into words: few clients sample with tools. */
export function toCreateMessage(request: SampleRequest): Record<string, unknown> {
  const { messages, systemPrompt, maxTokens = DEFAULT_MAX_TOKENS, modelPreferences, schema, tools } = request;
  if (tools)
    throw new TandemError(
      'unsupported',
      'Sampling with tools needs a model configured here (ask.model in tandem.yaml): few clients support it.',
    );
  const wanted = schema
    ? `Reply with only JSON that matches this schema:\n${JSON.stringify(schema)}`
    : undefined;
  const system = [systemPrompt, wanted].filter((part) => part !== undefined).join('\n\n');
  return {
    messages: toStrictTurns(messages).map(({ role, content }) => ({
      role,
      content: { type: 'text', text: toParts(content).join('\n') },
    })),
    maxTokens,
    ...(system ? { systemPrompt: system } : {}),
    ...(modelPreferences ? { modelPreferences } : {}),
  };
}

/** As text: parts about tools are for clients that know those tools. */
function toParts(content: SampleRequest['messages'][number]['content']): string[] {
  if (typeof content === 'string') return [content];
  return content.flatMap((part) => {
    if (part.type === 'text') return [part.text];
    return part.type === 'tool_use'
      ? [`${part.name}: ${JSON.stringify(part.input)}`]
      : part.content.map(({ text }) => text);
  });
}

const textBlock = z.object({ type: z.literal('text'), text: z.string() });
const createMessageResult = z.object({
  model: z.string().optional(),
  stopReason: z.string().optional(),
  content: z.union([textBlock, z.array(z.union([textBlock, z.object({ type: z.string() })]))]),
});

/** A client's reply is untrusted: anything without text is a failure that the tool receives. */
export function fromCreateMessage(value: unknown): SampleAnswer | Error {
  const failed = z.object({ failed: z.string() }).safeParse(value);
  if (failed.success)
    return new TandemError('unavailable', `The client's model failed: ${failed.data.failed}`);
  const parsed = createMessageResult.safeParse(value);
  if (!parsed.success) return new TandemError('unavailable', "The client's model returned no text.");
  const { model, stopReason, content } = parsed.data;
  const text = [content]
    .flat()
    .map((part) => ('text' in part ? part.text : ''))
    .join('');
  return { text, ...(model ? { model } : {}), ...(stopReason ? { stopReason } : {}) };
}
