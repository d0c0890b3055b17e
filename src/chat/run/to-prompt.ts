import type { ModelMessage, ToolResultPart } from 'ai';
import { stripModelContext } from '../../ask/door.ts';
import type { ChatMessage, ChatToolCall } from '../../protocol/chat-stream.ts';
import type { Conversation } from '../log/conversation.ts';

/**
 * The prompt for the model. Providers demand that turns alternate and that the result of every call follows the message
 * with the call; what questions show to people (x-model-context) is not for the model.
 */
export function toPrompt(conversation: Conversation): ModelMessage[] {
  const prompt: ModelMessage[] = [];
  for (const message of conversation.transcript.messages) {
    if (message.role === 'user') addTurn(prompt, message);
    else {
      prompt.push(...conversation.said(message.id).filter(({ role }) => role === 'assistant'));
      const content = message.toolCalls.map(toResult);
      if (content.length > 0) prompt.push({ role: 'tool', content });
    }
  }
  return prompt;
}

/** Consecutive turns of one role, for instance after a failed reply, are merged. */
function addTurn(prompt: ModelMessage[], { text }: ChatMessage): void {
  const part = { type: 'text' as const, text: stripModelContext(text) };
  const last = prompt.at(-1);
  if (last?.role === 'user' && Array.isArray(last.content)) last.content.push(part);
  else prompt.push({ role: 'user', content: [part] });
}

function toResult(call: ChatToolCall): ToolResultPart {
  const { callId: toolCallId, toolName } = call;
  return { type: 'tool-result', toolCallId, toolName, output: toOutput(call) };
}

function toOutput({ status, result, error, note }: ChatToolCall): ToolResultPart['output'] {
  if (status !== 'completed') return { type: 'error-text', value: error ?? 'Error: The call has no result.' };
  if (note !== undefined) return { type: 'text', value: `${note}\n\n${stripModelContext(toText(result))}` };
  if (typeof result === 'string') return { type: 'text', value: stripModelContext(result) };
  // As it is on disk: only what JSON can express.
  return { type: 'json', value: JSON.parse(JSON.stringify(result ?? null)) };
}

function toText(result: unknown): string {
  return typeof result === 'string' ? result : JSON.stringify(result ?? null);
}
