import type { LanguageModel, ToolSet } from 'ai';
import { TandemError } from '../../errors.ts';
import { withoutKeys } from '../../lib/without-keys.ts';
import { type SampleRequest, SCHEMA_TOOL } from '../tool/sample.ts';
import type { Sampler } from './sampler.ts';
import { toModelMessages, toolNames } from './to-model-messages.ts';

const STOP_REASONS: Record<string, string> = {
  stop: 'endTurn',
  length: 'maxTokens',
  'tool-calls': 'toolUse',
};

/** `ctx.sample` with a model of the AI SDK. The SDK is loaded when the first tool samples. */
export function createModelSampler(model: LanguageModel): Sampler {
  return async (request, signal) => {
    const { generateText, jsonSchema, tool } = await import('ai');
    const declared = toDeclared(request);
    const tools: ToolSet = Object.fromEntries(
      declared.map(({ name, description, inputSchema }) => [
        name,
        tool({ ...(description === undefined ? {} : { description }), inputSchema: jsonSchema(inputSchema) }),
      ]),
    );
    const { systemPrompt, maxTokens } = request;
    const result = await generateText({
      model,
      messages: toModelMessages(request.messages),
      ...(systemPrompt === undefined ? {} : { system: systemPrompt }),
      ...(maxTokens === undefined ? {} : { maxOutputTokens: maxTokens }),
      ...(declared.length > 0 ? { tools, toolChoice: toChoice(request) } : {}),
      abortSignal: signal,
    }).catch((error: unknown) => {
      throw signal.aborted ? error : failed(error);
    });
    return {
      text: result.text,
      model: result.response.modelId,
      stopReason: STOP_REASONS[result.finishReason] ?? result.finishReason,
      ...(result.toolCalls.length > 0 ? { toolCalls: result.toolCalls.map(toCall) } : {}),
    };
  };
}

function toDeclared({ schema, tools, messages }: SampleRequest): NonNullable<SampleRequest['tools']> {
  if (schema)
    return [{ name: SCHEMA_TOOL, description: 'Return your answer by calling this.', inputSchema: schema }];
  if (tools) return tools;
  // Some providers refuse messages about tools that the request does not declare.
  return [...new Set(toolNames(messages).values())].map((name) => ({
    name,
    inputSchema: { type: 'object' },
  }));
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
