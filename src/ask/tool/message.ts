/** A part of a message, in the shapes of MCP sampling. */
export type MessageContent =
  | { type: 'text'; text: string }
  | { type: 'tool_use'; id: string; name: string; input: Record<string, unknown> }
  | { type: 'tool_result'; toolUseId: string; content: { type: 'text'; text: string }[]; isError?: boolean };

/** A message to or from a model. */
export interface Message {
  role: 'user' | 'assistant';
  content: string | MessageContent[];
}

/** The length of a message, for budgets: a token is about four characters. */
export function estimateTokens(...texts: string[]): number {
  return Math.ceil(texts.reduce((sum, text) => sum + text.length, 0) / 4);
}

export function messageText(message: Message): string {
  if (typeof message.content === 'string') return message.content;
  return message.content
    .map((part) => {
      if (part.type === 'text') return part.text;
      return part.type === 'tool_use'
        ? JSON.stringify(part.input)
        : part.content.map((inner) => inner.text).join('\n');
    })
    .join('\n');
}
