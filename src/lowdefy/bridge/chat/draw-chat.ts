import type { EngineBlock } from '../../engine/engine-types.ts';
import type { UiState } from '../ui-state.ts';

/** What is around a chat when it is drawn. */
export interface ChatAround {
  ui: UiState;
  pageId: string;
  /** Triggers an event with its own line in the log. */
  fire(block: EngineBlock, name: string, event: object): void;
}

export interface Chats {
  /** A chat appears, or its properties may have changed. */
  draw(block: EngineBlock, around: ChatAround): void;
}

export const CHAT = 'AgentChat';
