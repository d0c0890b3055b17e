import type { Message, MessageContent } from '../tool/message.ts';

type ToolUse = Extract<MessageContent, { type: 'tool_use' }>;

interface Turn {
  role: Message['role'];
  content: MessageContent[];
}

/**
 * Messages as the strictest providers accept them: turns alternate, begin and end with the user, none is empty, and right
 * behind every call of a tool stands its result. What a tool collects need not be so.
 */
export function toStrictTurns(messages: readonly Message[]): Message[] {
  const turns = merge(messages.map(({ role, content }) => ({ role, content: toParts(content) })));
  if (turns[0]?.role !== 'user') turns.unshift({ role: 'user', content: [text('Continue from here.')] });
  if (turns.at(-1)?.role === 'assistant') turns.push({ role: 'user', content: [] });
  let called: ToolUse[] = [];
  for (const turn of turns) {
    if (turn.role === 'user') turn.content = withResults(turn.content, called);
    if (turn.content.length === 0) turn.content = [text('Continue.')];
    called = turn.content.filter((part) => part.type === 'tool_use');
  }
  return turns.map(({ role, content }) => ({ role, content: toPlain(content) }));
}

function toParts(content: Message['content']): MessageContent[] {
  const parts = typeof content === 'string' ? [text(content)] : content;
  return parts.filter((part) => part.type !== 'text' || part.text.trim() !== '');
}

function merge(turns: readonly Turn[]): Turn[] {
  const merged: Turn[] = [];
  for (const { role, content } of turns) {
    if (content.length === 0) continue;
    const last = merged.at(-1);
    if (last?.role === role) last.content.push(...content);
    else merged.push({ role, content: [...content] });
  }
  return merged;
}

/** The results of just these calls first; results of calls that nobody made are words. */
function withResults(parts: readonly MessageContent[], called: readonly ToolUse[]): MessageContent[] {
  const ids = new Set(called.map(({ id }) => id));
  const results = called.map(
    ({ id }): MessageContent =>
      parts.find((part) => part.type === 'tool_result' && part.toolUseId === id) ?? {
        type: 'tool_result',
        toolUseId: id,
        content: [text('No result.')],
      },
  );
  const rest = parts.flatMap((part): MessageContent[] => {
    if (part.type !== 'tool_result') return [part];
    return ids.has(part.toolUseId) ? [] : part.content.filter(({ text }) => text !== '');
  });
  return [...results, ...rest];
}

function text(words: string): { type: 'text'; text: string } {
  return { type: 'text', text: words };
}

function toPlain(content: MessageContent[]): Message['content'] {
  const [only] = content;
  return content.length === 1 && only?.type === 'text' ? only.text : content;
}
