import type { App } from '../../app/app.ts';
import type { Chats } from './draw-chat.ts';

/** Nothing for an app without chats: their code takes half a second to load. */
export async function loadChats(
  app: App,
  parts: Omit<Parameters<typeof import('./chats.ts').createChats>[0], 'app'>,
): Promise<Chats | undefined> {
  if (!app.usesAgents) return undefined;
  const { createChats } = await import('./chats.ts');
  return createChats({ app, ...parts });
}
