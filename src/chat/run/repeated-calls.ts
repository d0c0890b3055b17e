import { type AnyMcpTool, takeAgain } from '../../ask/door.ts';
import { canonicalJson } from '../../lib/canonical-json.ts';
import { encodeJson } from '../../lib/json-codec.ts';
import type { ChatEvent, ChatMessage, ChatToolCall } from '../../protocol/chat-stream.ts';
import type { Conversation } from '../log/conversation.ts';
import { toToolError } from './note-call.ts';

/*
 * A model may call a tool twice with the same arguments in one message. While the first call waits for a person, the second
 * is not another one, so that nobody is asked, or pays, twice: it gets the result of the first. What the transcript shows
 * decides, so that the next process decides the same. A later message cannot repeat a call that waits: it comes after all
 * calls have results.
 */

/** The nearest call before it in its message with the same tool and arguments, if the tool asks people. */
export function findEarlier(
  { transcript }: Conversation,
  tools: readonly AnyMcpTool[],
  { callId, toolName, input }: ChatToolCall,
): ChatToolCall | undefined {
  const tool = tools.find(({ name }) => name === toolName);
  if (!tool || Object.keys(tool.questions).length === 0) return undefined;
  if (takeAgain(tool, toRecord(input)).again) return undefined;
  const calls = messageOf(transcript.messages, callId)?.toolCalls ?? [];
  const before = calls.slice(
    0,
    calls.findIndex((call) => call.callId === callId),
  );
  const same = toComparable(tool, input);
  return before.findLast((call) => call.toolName === toolName && toComparable(tool, call.input) === same);
}

/** The call whose question this one shares: an earlier one that has asked. Undefined for a call of its own. */
export function findShared(
  conversation: Conversation,
  tools: readonly AnyMcpTool[],
  call: ChatToolCall,
): ChatToolCall | undefined {
  if (call.elicitations.length > 0) return undefined;
  const earlier = findEarlier(conversation, tools, call);
  if (!earlier || earlier.elicitations.length > 0) return earlier;
  return findShared(conversation, tools, earlier);
}

/** What a call that shares another one says, now and when that one has ended. */
export function toSharedNews(
  { callId, toolName, progress }: ChatToolCall,
  shared: ChatToolCall,
): ChatEvent[] {
  const note = `The same call was made before it (${shared.callId}): this is its result. To start another one, pass again: true.`;
  if (shared.status === 'completed')
    return [{ type: 'tool_result', callId, toolName, result: shared.result, note }];
  if (shared.status === 'failed') return [toToolError(callId, toolName, `${shared.error} ${note}`)];
  if (progress) return [];
  const message = 'The same call is waiting for an answer. This one gets its result.';
  return [{ type: 'plugin_session_status', sessionId: callId, callId, toolName, status: 'running', message }];
}

function messageOf(messages: readonly ChatMessage[], callId: string): ChatMessage | undefined {
  return messages.findLast(({ toolCalls }) => toolCalls.some((call) => call.callId === callId));
}

/** The arguments as the tool gets them, with defaults. */
function toComparable(tool: AnyMcpTool, input: unknown): string {
  const { params } = takeAgain(tool, toRecord(input));
  const parsed = tool.parameters.safeParse(params);
  return canonicalJson(encodeJson(parsed.success ? parsed.data : params));
}

function toRecord(input: unknown): Record<string, unknown> {
  return (input ?? {}) as Record<string, unknown>;
}
