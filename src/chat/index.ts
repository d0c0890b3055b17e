/**
 * A chat whose tools can ask, for your own server.
 * @module
 */
export type { AgUiEvent, AgUiInterrupt } from './adapters/ag-ui-event.ts';
export type { AskData } from './adapters/event-writer.ts';
export type { UiData, UiMetadata } from './adapters/ui-message-writer.ts';
export { type ChatHandler, type ChatHandlerOptions, createChatHandler } from './create-chat-handler.ts';
export { type ChatModelOptions, loadChatModel } from './model/load-chat-model.ts';
export { toNodeListener } from './to-node-listener.ts';
