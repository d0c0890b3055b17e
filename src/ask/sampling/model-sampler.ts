import type { LanguageModel, ToolChoiceViolationError, ToolSet } from 'ai';
import { TandemError } from '../../errors.ts';
import { withoutKeys } from '../../lib/without-keys.ts';
import type { Message } from '../tool/message.ts';
import { type SampleAnswer, type SampleRequest, SCHEMA_TOOL } from '../tool/sample.ts';
import type { Sampler } from './sampler.ts';
import { toModelMessages, toolNames } from './to-model-messages.ts';
import { toStrictTurns } from './to-strict-turns.ts';

const STOP_REASONS: Record<string, string> = {
  stop: 'endTurn',
  length: 'maxTokens',
  'tool-calls': 'toolUse',
};

/** `ctx.sample` with a model of the AI SDK. The SDK is loaded when the first tool samples. */
export function createModelSampler(model: LanguageModel): Sampler {
  return async (request, signal) => {
    const { generateText, jsonSchema, tool, ToolChoiceViolationError } = await import('ai');
    const messages = toStrictTurns(request.messages);
    const declared = toDeclared(request, messages);
    const tools: ToolSet = Object.fromEntries(
      declared.map(({ name, description, inputSchema }) => [
        name,
        tool({ ...(description === undefined ? {} : { description }), inputSchema: jsonSchema(inputSchema) }),
      ]),
    );
    const { systemPrompt, maxTokens } = request;
    const result = await generateText({
      model,
      messages: toModelMessages(messages),
      ...(systemPrompt === undefined ? {} : { system: systemPrompt }),
      ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
      ...(declared.length > 0 ? { tools, toolChoice: toChoice(request) } : {}),
      abortSignal: signal,
    }).catch((error: unknown) => {
      // A model that answers in words is asked again by the tool, with the reason; it has not failed.
      if (ToolChoiceViolationError.isInstance(error)) return error;
      throw signal.aborted ? error : failed(error);
    });
    if (ToolChoiceViolationError.isInstance(result)) return inWords(result);
    return {
      text: result.text,
      model: result.response.modelId,
      stopReason: STOP_REASONS[result.finishReason] ?? result.finishReason,
      ...(result.toolCalls.length > 0 ? { toolCalls: result.toolCalls.map(toCall) } : {}),
    };
  };
}

function inWords({ content, modelId, finishReason }: ToolChoiceViolationError): SampleAnswer {
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  return { text, model: modelId, stopReason: STOP_REASONS[finishReason] ?? finishReason };
}

function toDeclared(
  { schema, tools = [] }: SampleRequest,
  messages: readonly Message[],
): NonNullable<SampleRequest['tools']> {
  const offered = schema
    ? [{ name: SCHEMA_TOOL, description: 'Return your answer by calling this.', inputSchema: schema }]
    : tools;
  // Some providers refuse messages that mention tools which the request does not declare.
  const mentioned = new Set(toolNames(messages).values());
  for (const { name } of offered) mentioned.delete(name);
  return [...offered, ...[...mentioned].map((name) => ({ name, inputSchema: { type: 'object' } }))];
}

function toChoice({ schema, tools, toolChoice }: SampleRequest) {
  if (schema) return { type: 'tool' as const, toolName: SCHEMA_TOOL };
  return tools ? (toolChoice ?? 'auto') : 'none';
}

function toCall(call: { toolCallId: string; toolName: string; input: unknown }) {
  return {
    id: call.toolCallId,
    name: call.toolName,
    arguments: (call.input ?? {}) as Record<string, unknown>,
  };
}

function failed(error: unknown): TandemError {
  // The tool and its caller read this; providers repeat keys in their messages.
  const why = withoutKeys(error instanceof Error ? error.message : String(error));
  return new TandemError('unavailable', `The model call failed: ${why}`, { cause: error });
}
