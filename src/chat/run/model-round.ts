import type { LanguageModelUsage, ModelMessage, TextStreamPart, ToolSet } from 'ai';
import { z } from 'zod';
import { type AnyMcpTool, withAgain } from '../../ask/door.ts';
import { newId } from '../../lib/new-id.ts';
import type { ChatToolCall } from '../../protocol/chat-stream.ts';
import type { Conversation } from '../log/conversation.ts';
import type { RunServices } from './run-services.ts';
import { toPrompt } from './to-prompt.ts';

export interface RoundOutcome {
  text: string;
  calls: number;
  usage: { inputTokens?: number; outputTokens?: number };
}

type Call = Pick<ChatToolCall, 'callId' | 'toolName' | 'input'>;

/** The reason of a run's signal when nothing more may be written: another process will resume. */
export const LEFT = Symbol('left for another process');

/** Ask the model once. Its message is streamed as it arrives and stored when complete. Throws what the provider throws. */
export async function askModel(
  conversation: Conversation,
  services: RunServices,
  signal: AbortSignal,
): Promise<RoundOutcome> {
  const { streamText } = await import('ai');
  const messageId = newId('msg_');
  const { settings } = conversation;
  const model = await services.model(settings.model);
  const system = [services.systemPrompt, settings.systemPrompt].filter(Boolean).join('\n\n');
  const tools = await toToolSet(await services.tools(), settings.tools);
  await conversation.beginRound(messageId);
  // The SDK recognizes an abort by its usual reason; ours is for people.
  const aborting = new AbortController();
  signal.addEventListener('abort', () => aborting.abort(), { once: true });
  const result = streamText({
    model,
    messages: toPrompt(conversation),
    ...(system === '' ? {} : { system }),
    ...(Object.keys(tools).length > 0 ? { tools } : {}),
    abortSignal: aborting.signal,
    // Reported as a part of the stream, where it is handled.
    onError: () => {},
  });
  const heard: Heard = { text: '', usage: undefined };
  try {
    await listen(result.fullStream, heard, (type, text) => conversation.say(type, messageId, text));
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  const { text, usage } = heard;
  if (signal.reason === LEFT) throw new Error('the round was left');
  if (signal.aborted) {
    await endEarly(conversation, text);
    return { text, calls: 0, usage: {} };
  }
  const { messages, calls } = withOwnIds(conversation, (await result.response).messages);
  await conversation.endRound(messages, calls.length > 0 ? [{ type: 'tool_calls', messageId, calls }] : []);
  return { text, calls: calls.length, usage: toUsage(usage) };
}

interface Heard {
  text: string;
  usage: LanguageModelUsage | undefined;
}

async function listen(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  heard: Heard,
  say: (type: 'text' | 'thinking', text: string) => void,
): Promise<void> {
  for await (const part of stream) {
    if (part.type === 'text-delta') {
      if (part.text === '') continue;
      heard.text += part.text;
      say('text', part.text);
    } else if (part.type === 'reasoning-delta') say('thinking', part.text);
    else if (part.type === 'error') throw part.error;
    else if (part.type === 'finish') heard.usage = part.totalUsage;
    else if (part.type === 'abort') return;
  }
}

/** It was stopped: what was said is kept, calls that had not started are not made. */
async function endEarly(conversation: Conversation, text: string): Promise<void> {
  if (text === '') await conversation.dropRound();
  else await conversation.endRound([{ role: 'assistant', content: text }], []);
}

/** Tools without `execute`: we run their calls ourselves. */
async function toToolSet(tools: readonly AnyMcpTool[], only: string[] | undefined): Promise<ToolSet> {
  const { jsonSchema, tool } = await import('ai');
  return Object.fromEntries(
    tools
      .filter(({ name }) => only?.includes(name) ?? true)
      .map(({ name, description, parameters, questions }) => {
        const asks = Object.keys(questions).length > 0;
        const input = asks ? withAgain(parameters) : parameters;
        const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
        return [
          name,
          tool({ description, inputSchema: jsonSchema(schema as Parameters<typeof jsonSchema>[0]) }),
        ];
      }),
  );
}

/**
 * A call is identified by its id as long as the conversation lives, and some providers count from zero in every
 * reply: an id that was used before is replaced.
 */
function withOwnIds(
  conversation: Conversation,
  messages: readonly ModelMessage[],
): { messages: ModelMessage[]; calls: Call[] } {
  const known = new Set(
    conversation.transcript.messages.flatMap(({ toolCalls }) => toolCalls.map(({ callId }) => callId)),
  );
  const calls: Call[] = [];
  const own = messages.flatMap((message): ModelMessage[] => {
    if (message.role !== 'assistant') return [];
    if (typeof message.content === 'string') return [message];
    const content = message.content.map((part) => {
      if (part.type !== 'tool-call') return part;
      const callId = known.has(part.toolCallId) ? newId('call_') : part.toolCallId;
      known.add(callId);
      calls.push({ callId, toolName: part.toolName, input: part.input });
      return { ...part, toolCallId: callId };
    });
    return [{ ...message, content }];
  });
  return { messages: own, calls };
}

function toUsage(usage: LanguageModelUsage | undefined): RoundOutcome['usage'] {
  const { inputTokens, outputTokens } = usage ?? {};
  return {
    ...(inputTokens === undefined ? {} : { inputTokens }),
    ...(outputTokens === undefined ? {} : { outputTokens }),
  };
}
