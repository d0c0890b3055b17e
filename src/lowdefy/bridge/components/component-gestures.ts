import { chatGestures } from '../chat/chat-gestures.ts';
import { conversationGestures } from './conversation-gestures.ts';
import type { OwnGestures } from './own-gestures.ts';
import { splitterGestures } from './splitter.ts';

export const COMPONENT_GESTURES: Record<string, OwnGestures> = {
  // The refresh button covers a code that has expired.
  QRCode: {
    own: ['onRefresh'],
    offered: ({ eval: evaluated }) => (evaluated?.properties?.status === 'expired' ? ['onRefresh'] : []),
  },
  AgentChat: chatGestures,
  AgentConversations: conversationGestures,
  Splitter: splitterGestures,
};
