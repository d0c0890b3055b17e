import type { App } from '../../app/app.ts';
import type { EngineBlock } from '../../engine/engine-types.ts';
import type { UiState } from '../ui-state.ts';

/** What is around a chat when it is drawn. */
export interface ChatAround {
  ui: UiState;
  pageId: string;
  /** Trigger an event on a line of its own in the log. */
  fire(block: EngineBlock, name: string, event: object): void;
}

export interface Chats {
  /** A chat appears, or its properties may have changed. */
  draw(block: EngineBlock, around: ChatAround): void;
}

export const CHAT = 'AgentChat';

/** Nothing for an app without chats: what they need takes half a second to load. */
export async function loadChats(
  app: App,
  parts: Omit<Parameters<typeof import('./chats.ts').createChats>[0], 'app'>,
): Promise<Chats | undefined> {
  if (!app.usesAgents) return undefined;
  const { createChats } = await import('./chats.ts');
  return createChats({ app, ...parts });
}
