import type { UIMessage } from 'ai';
import { type ChatRecord, noneTold, uiMessageText } from './chat-record.ts';

/** What a tool part of a message contains; its type is `tool-NAME`, or `dynamic-tool` with the name in it. */
export interface ToolPart {
  toolCallId: string;
  toolName: string;
  state: string;
  input?: unknown;
  output?: unknown;
  errorText?: string;
  approval?: { id: string; approved?: boolean };
}

export function toToolPart(part: UIMessage['parts'][number]): ToolPart | undefined {
  if (!part.type.startsWith('tool-') && part.type !== 'dynamic-tool') return undefined;
  const tool = part as unknown as ToolPart;
  return tool.toolCallId
    ? { ...tool, toolName: tool.toolName ?? part.type.slice('tool-'.length) }
    : undefined;
}

export interface Finish {
  finishReason?: string | undefined;
  isAbort: boolean;
  isDisconnect: boolean;
}

/** Everything that the component reports to its app by itself, once: what is new in the conversation. */
export function tellApp(record: ChatRecord, fire: (name: string, event: object) => void): void {
  const { messages, told } = record;
  const last = messages.at(-1);
  if (last?.role === 'user' && isNew(told.messages, last.id))
    fire('onUserMessage', { ...toEvent(last), messages: messages.map(toShort) });
  for (const message of messages) if (message.role === 'assistant') tellAnswer(message);
  // Cleared, or another conversation: everything that follows is new.
  if (messages.length < told.count) Object.assign(told, noneTold());
  told.count = messages.length;

  function tellAnswer(message: UIMessage): void {
    for (const part of message.parts) {
      const tool = toToolPart(part);
      if (tool) tellTool(tool);
      if (part.type !== 'data-chat-title') continue;
      const title = (part as { data?: { title?: unknown } }).data?.title;
      if (title && isNew(told.titles, `${message.id}-${String(title)}`)) fire('onTitleGenerated', { title });
    }
  }

  function tellTool({ toolCallId, toolName, state, input, output }: ToolPart): void {
    if (isNew(told.calls, toolCallId)) fire('onToolCall', { toolName, toolCallId, input });
    const isOver = state === 'output-available' || state === 'output-error';
    if (isOver && isNew(told.results, toolCallId))
      fire('onToolResult', { toolName, toolCallId, output, error: state === 'output-error' });
  }
}

export function tellComplete(
  { messages }: ChatRecord,
  finish: Finish | undefined,
  fire: (name: string, event: object) => void,
): void {
  const answer = messages.findLast(({ role }) => role === 'assistant');
  if (!answer) return;
  fire('onMessageComplete', {
    ...toEvent(answer),
    finishReason: finish?.finishReason,
    isAbort: finish?.isAbort ?? false,
    isDisconnect: finish?.isDisconnect ?? false,
    messages: messages.map(toShort),
  });
}

function toEvent(message: UIMessage): object {
  return { role: message.role, content: uiMessageText(message), messageId: message.id, parts: message.parts };
}

function toShort({ id, role, parts }: UIMessage): object {
  return { id, role, parts };
}

function isNew(known: string[], id: string): boolean {
  if (known.includes(id)) return false;
  known.push(id);
  return true;
}

/** Ids of what waits for a person. */
export function pendingOf({ messages }: ChatRecord): string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      const tool = toToolPart(part);
      return tool?.state === 'approval-requested' && tool.approval ? [tool.approval.id] : [];
    }),
  );
}
