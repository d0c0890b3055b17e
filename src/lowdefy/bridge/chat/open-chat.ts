import type { UIMessage } from 'ai';
import type { EngineBlock } from '../../engine/engine-types.ts';
import type { ChatRecord } from './chat-record.ts';

type Part = UIMessage['parts'][number];

/** An AgentChat on the screen, and what its own buttons do. */
export interface OpenChat {
  record: ChatRecord;
  send(message: { text: string } | { parts: Part[] }): void;
  regenerate(messageId?: string): void;
  stop(): void;
  clearError(): void;
  setMessages(messages: UIMessage[]): void;
  /** A person's answer to a tool that asks first. */
  respond(approvalId: string, approved: boolean): Promise<void>;
  /** The page is not idle until the reply is complete, or a while has passed. */
  wait(): void;
}

const CHATS = new WeakMap<EngineBlock, OpenChat>();

export function chatOf(block: EngineBlock): OpenChat | undefined {
  return CHATS.get(block);
}

export function noteChat(block: EngineBlock, chat: OpenChat): void {
  CHATS.set(block, chat);
}
