import type { ComponentType } from 'react';
import type { Ask } from './ask.ts';

/** A question as a plugin receives it. */
export interface PluginRequest {
  toolName: string;
  key: string;
  callId: string;
  seq: number;
  message: string;
  schema: Record<string, unknown>;
  context: Record<string, unknown>;
}

/** Where a plugin's handlers show their components. */
export interface PluginHost {
  signal: AbortSignal;
  /** Show a component; resolves with the person's response. */
  render(component: never, props: Record<string, unknown>): Promise<unknown>;
}

/**
 * The browser side of a tool: `makePlugin(tool).onElicit({ … }).build().client`. Described by its shape, so that this
 * module does not import the one that builds it.
 */
export interface AskPlugin {
  readonly toolName: string;
  readonly handlers: Readonly<Record<string, unknown>>;
  /** Run the handler of a question. */
  run(
    request: PluginRequest,
    host: PluginHost,
  ): Promise<{ action: 'accept'; content: unknown } | { action: 'decline' | 'cancel' }>;
}

/** What a handler shows: a component that responds with `onRespond`, and its props. */
export interface Shown {
  Component: ComponentType<Record<string, unknown>>;
  props: Record<string, unknown>;
}

export function toPluginRequest(ask: Ask): PluginRequest {
  const { toolName, key, message, schema, context, askId } = ask;
  const seq = Number(/-(\d+)$/.exec(askId)?.[1] ?? 0);
  return { toolName, key, callId: ask.callId ?? askId, seq, message, schema, context };
}

/** Whether a plugin handles this question; other questions get a form. */
export function canShow(plugin: AskPlugin | undefined, ask: Ask): plugin is AskPlugin {
  return plugin !== undefined && Object.hasOwn(plugin.handlers, ask.key);
}
