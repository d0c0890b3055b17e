import { TandemError } from '../../errors.ts';
import { didYouMean } from '../../lib/nearest.ts';
import type { RawElicitResult } from '../tool/elicit-exchange.ts';
import type { Elicit } from '../tool/elicits.ts';
import { type ElicitRequest, toElicitRequest, type WireElicitRequest } from './elicit-request.ts';
import type { AnyElicitHandler, Component, PluginClientContext, RenderEffect } from './plugin-context.ts';

/** Where a handler shows its components: your page, or a test. */
export interface HandlerHost {
  signal: AbortSignal;
  /** Show a component; resolves with the person's response. */
  render(component: Component<never>, props: Record<string, unknown>): Promise<unknown>;
}

/**
 * Runs the handler of a question and returns its answer. If the signal fires, the answer is a cancel.
 *
 * @example
 * ```ts
 * import { type Plugin, runElicitHandler, type WireElicitRequest } from 'tandem-mcp/ask/client';
 *
 * // In a test: the person always picks "large".
 * export function answerLarge({ client }: Plugin, question: WireElicitRequest) {
 *   return runElicitHandler(client, question, {
 *     signal: new AbortController().signal,
 *     render: async () => 'large',
 *   });
 * }
 * ```
 */
export async function runElicitHandler(
  plugin: {
    toolName: string;
    handlers: Readonly<Record<string, AnyElicitHandler>>;
    schemas: Readonly<Record<string, Elicit>>;
  },
  wire: WireElicitRequest,
  host: HandlerHost,
): Promise<RawElicitResult<unknown>> {
  const handler = plugin.handlers[wire.key];
  if (!handler)
    throw new TandemError(
      'not_found',
      `The plugin of "${plugin.toolName}" has no handler for "${wire.key}".${didYouMean(wire.key, Object.keys(plugin.handlers))}`,
    );
  const request = toElicitRequest(wire, plugin.schemas[wire.key]);
  const operation = handler(request as never, toContext(request, host.signal));
  const running = operation[Symbol.iterator]();
  let given: unknown;
  for (;;) {
    const { done, value } = running.next(given);
    if (done) return value;
    const shown = await Promise.race([host.render(value.component, value.props), untilAborted(host.signal)]);
    if (shown !== ABORTED) given = shown;
    else {
      running.return?.();
      return { action: 'cancel' };
    }
  }
}

const ABORTED = Symbol('aborted');

function untilAborted(signal: AbortSignal): Promise<typeof ABORTED> {
  if (signal.aborted) return Promise.resolve(ABORTED);
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(ABORTED), { once: true }));
}

function toContext(elicitRequest: ElicitRequest, signal: AbortSignal): PluginClientContext {
  return {
    callId: elicitRequest.callId,
    signal,
    elicitRequest,
    render: ((component: Component<never>, props: Record<string, unknown>) =>
      show({ op: 'render', component, props })) as PluginClientContext['render'],
  };
}

function* show(effect: RenderEffect): Generator<RenderEffect, unknown, unknown> {
  return yield effect;
}
