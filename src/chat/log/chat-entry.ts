import type { ModelMessage } from 'ai';
import type { ChatEvent } from '../../protocol/chat-stream.ts';
import type { LogEntry } from '../../session/session-record.ts';
import type { Actor } from '../../session/sessions.ts';

/** The settings of a conversation, until they are changed. */
export interface ChatSettings {
  /** The only tools that the model may use. */
  tools?: string[];
  model?: string;
  systemPrompt?: string;
}

/** An event as stored. */
export interface NumberedEvent {
  lsn: number;
  event: ChatEvent;
  /** For streamed text, one number per chunk, the last one `lsn`: the length of each chunk. */
  pieces?: number[];
}

/** A line of a conversation's history. */
export type ChatEntry =
  | ({ op: 'event' } & NumberedEvent)
  /** The model is about to be called; its chunks get the numbers after `lsn`. */
  | { op: 'round'; messageId: string; lsn: number }
  /** What the model said in that round, as it must be sent back to it. */
  | { op: 'said'; messageId: string; messages: ModelMessage[] }
  | ({ op: 'settings' } & ChatSettings);

const MARK = 'chat.';

export function toLogEntry(entry: ChatEntry, actor: Actor): LogEntry {
  const { op, ...detail } = entry;
  const isPersons = op === 'event' && entry.event.type === 'user_message';
  const by = isPersons ? actor : { kind: 'system' as const, userId: actor.userId, name: 'chat' };
  const { kind, userId, name } = by;
  return { timestamp: new Date().toISOString(), actor: { kind, userId, name }, action: MARK + op, ...detail };
}

export function fromLogEntry(line: LogEntry): ChatEntry | undefined {
  if (!line.action.startsWith(MARK)) return undefined;
  const { timestamp: _, actor: __, action, ...detail } = line;
  return { op: action.slice(MARK.length), ...detail } as ChatEntry;
}
