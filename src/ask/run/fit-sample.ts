import { z } from 'zod';
import type { Message } from '../tool/message.ts';
import { type SampleAnswer, type SampleTool, type SampleToolCall, SCHEMA_TOOL } from '../tool/sample.ts';

/** Models call tools with objects only, so other schemas are wrapped in one. */
export function toAnswerSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  if (json.type === 'object') return json;
  return { type: 'object', properties: { value: json }, required: ['value'] };
}

/** A model's reply as the tool receives it, with what is wrong in `misfit`. Hidden from the tool's types. */
export function fitSample(
  answer: SampleAnswer,
  wanted: { schema?: z.ZodType | undefined; tools?: readonly SampleTool[] | undefined; toolChoice?: string },
  turn: { id: string; asked: Message[] },
): object {
  const { text, model, stopReason } = answer;
  const base = { text, ...(model ? { model } : {}), ...(stopReason ? { stopReason } : {}) };
  if (wanted.schema) return { ...base, ...fitSchema(answer, wanted.schema, turn) };
  const exchange = { messages: [...turn.asked, ...toReply(answer)], parsed: undefined };
  if (!wanted.tools) return { ...base, exchange };
  const toolCalls = answer.toolCalls ?? [];
  const misfit = toolsMisfit(toolCalls, wanted.tools, wanted.toolChoice === 'required');
  return { ...base, toolCalls, exchange, ...hidden(misfit) };
}

/** What the model said, as a turn that can be sent back to it: none where it said nothing. */
export function toReply({ text, toolCalls = [] }: SampleAnswer): Message[] {
  const uses = toolCalls.map(({ id, name, arguments: input }) => ({
    type: 'tool_use' as const,
    id,
    name,
    input,
  }));
  if (uses.length === 0) return text.trim() === '' ? [] : [{ role: 'assistant', content: text }];
  const words = text.trim() === '' ? [] : [{ type: 'text' as const, text }];
  return [{ role: 'assistant', content: [...words, ...uses] }];
}

function fitSchema(answer: SampleAnswer, schema: z.ZodType, turn: { id: string; asked: Message[] }): object {
  const rawText = answer.toolCalls?.[0] ? JSON.stringify(answer.toolCalls[0].arguments) : answer.text;
  const given = readGiven(answer);
  const isWrapped = z.toJSONSchema(schema, { io: 'input' }).type !== 'object';
  const value =
    isWrapped && given !== null && typeof given === 'object' && 'value' in given ? given.value : given;
  const checked = given === undefined ? undefined : schema.safeParse(value);
  const parsed = checked?.success ? checked.data : null;
  const message = checked?.success ? undefined : checked ? z.prettifyError(checked.error) : 'it is not JSON';
  const exchange = {
    parsed,
    messages: [
      ...turn.asked,
      { role: 'assistant', content: [{ type: 'tool_use', id: turn.id, name: SCHEMA_TOOL, input: {} }] },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            toolUseId: turn.id,
            content: [{ type: 'text', text: JSON.stringify(parsed) }],
          },
        ],
      },
    ],
  };
  return {
    parsed,
    ...(message === undefined ? {} : { parseError: { message, rawText } }),
    exchange,
    ...hidden(message),
  };
}

/** What the model passed to the schema's tool, or wrote as text although it was told to call it. */
function readGiven({ toolCalls, text }: SampleAnswer): unknown {
  const call = toolCalls?.find(({ name }) => name === SCHEMA_TOOL);
  if (call) return call.arguments;
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n```/.exec(text)?.[1];
  try {
    return JSON.parse(fenced ?? text) as unknown;
  } catch {
    return undefined;
  }
}

function toolsMisfit(
  calls: readonly SampleToolCall[],
  tools: readonly SampleTool[],
  required: boolean,
): string | undefined {
  if (calls.length === 0) return required ? 'no tool was called' : undefined;
  for (const call of calls) {
    const tool = tools.find(({ name }) => name === call.name);
    if (!tool) return `the tool "${call.name}" does not exist`;
    const checked = tool.inputSchema.safeParse(call.arguments);
    if (!checked.success) return `the arguments of "${call.name}": ${z.prettifyError(checked.error)}`;
  }
  return undefined;
}

function hidden(misfit: string | undefined): object {
  return misfit === undefined ? {} : { misfit };
}
