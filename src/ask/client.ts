/**
 * The person's side of asking tools: plugins that show their questions. For the browser; the server never loads it.
 * @module
 */
export type { ElicitRequest, WireElicitRequest } from './plugin/elicit-request.ts';
export {
  type ElicitHandlers,
  makePlugin,
  type Plugin,
  type PluginClientRegistration,
} from './plugin/make-plugin.ts';
export { extractModelContext, stripModelContext } from './plugin/model-context.ts';
export type { Component, PluginClientContext, RenderableProps, UserProps } from './plugin/plugin-context.ts';
export { createPluginRegistryFrom, PluginRegistry } from './plugin/plugin-registry.ts';
export { type HandlerHost, runElicitHandler } from './plugin/run-elicit-handler.ts';
