/**
 * Chats and questions in React: headless hooks and styled components. Works with React 18 and 19.
 * @module
 */
export type {
  ChatElicitation,
  ChatIndex,
  ChatMessage,
  ChatToolCall,
  ChatTranscript,
} from '../protocol/chat-stream.ts';
export { AnswerSummary } from './ask/answer-summary.tsx';
export { AnswerRefused, type Ask, type AskAnswer, type SendAnswer } from './ask/ask.ts';
export { AskCard, type AskCardProps } from './ask/ask-card.tsx';
export { AskForm, type AskFormProps } from './ask/ask-form.tsx';
export type { AskPlugin, PluginHost, PluginRequest, Shown } from './ask/ask-plugin.ts';
export { findTrace } from './ask/find-trace.ts';
export { UnreachableError } from './ask/unreachable-error.ts';
export { type AskFormState, type FormField, useAskForm } from './ask/use-ask-form.ts';
export { type AskHandlerState, useAskHandler } from './ask/use-ask-handler.ts';
export {
  type ChatClient,
  type ChatClientOptions,
  ChatRequestError,
  createChatClient,
} from './chat/chat-client.ts';
export { type ChatState, type ChatStore, createChatStore } from './chat/chat-store.ts';
export { toAsk } from './chat/to-ask.ts';
export { type Chat, type UseChatOptions, useChat, useChatStore } from './chat/use-chat.ts';
