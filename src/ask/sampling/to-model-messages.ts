import type { ModelMessage } from 'ai';
import type { Message, MessageContent } from '../tool/message.ts';

/** Messages from MCP's format to the AI SDK's, in which tool results have their own role. */
export function toModelMessages(messages: readonly Message[]): ModelMessage[] {
  const names = toolNames(messages);
  return messages.flatMap((message): ModelMessage[] => {
    if (typeof message.content === 'string') return [{ role: message.role, content: message.content }];
    const results = message.content.flatMap((part) =>
      part.type === 'tool_result' ? [toResult(part, names.get(part.toolUseId) ?? 'unknown')] : [],
    );
    const rest = message.content.filter((part) => part.type !== 'tool_result');
    return [
      ...(results.length > 0 ? [{ role: 'tool' as const, content: results }] : []),
      ...(rest.length > 0 ? [toOwn(message.role, rest)] : []),
    ];
  });
}

/** The tools that messages mention. Models need their definitions, even if they may not call them. */
export function toolNames(messages: readonly Message[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { content } of messages)
    if (typeof content !== 'string')
      for (const part of content) if (part.type === 'tool_use') names.set(part.id, part.name);
  return names;
}

function toOwn(role: Message['role'], parts: readonly MessageContent[]): ModelMessage {
  const texts = parts.flatMap((part) =>
    part.type === 'text' ? [{ type: 'text' as const, text: part.text }] : [],
  );
  if (role === 'user') return { role, content: texts };
  const calls = parts.flatMap((part) =>
    part.type === 'tool_use'
      ? [{ type: 'tool-call' as const, toolCallId: part.id, toolName: part.name, input: part.input }]
      : [],
  );
  return { role, content: [...texts, ...calls] };
}

function toResult(part: Extract<MessageContent, { type: 'tool_result' }>, toolName: string) {
  const value = part.content.map(({ text }) => text).join('\n');
  const output = part.isError ? { type: 'error-text' as const, value } : { type: 'text' as const, value };
  return { type: 'tool-result' as const, toolCallId: part.toolUseId, toolName, output };
}
