import type { ComponentType } from 'react';
import type { Ask } from './ask.ts';

/** A question as a plugin takes it. */
export interface PluginRequest {
  toolName: string;
  key: string;
  callId: string;
  seq: number;
  message: string;
  schema: Record<string, unknown>;
  context: Record<string, unknown>;
}

/** Where a plugin's handlers show what they render. */
export interface PluginHost {
  signal: AbortSignal;
  /** Show a component; resolves with what the person gave it. */
  render(component: never, props: Record<string, unknown>): Promise<unknown>;
}

/**
 * The person's side of a tool: `makePlugin(tool).onElicit({ … }).build().client` is one. Said by its shape, so that
 * this module needs nothing of the one that makes them.
 */
export interface AskPlugin {
  readonly toolName: string;
  readonly handlers: Readonly<Record<string, unknown>>;
  /** Answer a question by its handler. */
  run(
    request: PluginRequest,
    host: PluginHost,
  ): Promise<{ action: 'accept'; content: unknown } | { action: 'decline' | 'cancel' }>;
}

/** What a handler shows: a component that answers by `onRespond`, and what it gave once it has. */
export interface Shown {
  Component: ComponentType<Record<string, unknown>>;
  props: Record<string, unknown>;
}

export function toPluginRequest(ask: Ask): PluginRequest {
  const { toolName, key, message, schema, context, askId } = ask;
  const seq = Number(/-(\d+)$/.exec(askId)?.[1] ?? 0);
  return { toolName, key, callId: ask.callId ?? askId, seq, message, schema, context };
}

/** Whether a plugin shows this question; the others get a form. */
export function canShow(plugin: AskPlugin | undefined, ask: Ask): plugin is AskPlugin {
  return plugin !== undefined && Object.hasOwn(plugin.handlers, ask.key);
}
