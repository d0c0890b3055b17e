import { TandemError } from '../../errors.ts';
import { didYouMean } from '../../lib/nearest.ts';
import type { RawElicitResult } from '../tool/elicit-exchange.ts';
import type { Elicit, ElicitMap, ResponseOf } from '../tool/elicits.ts';
import type { AnyMcpTool } from '../tool/mcp-tool.ts';
import type { ElicitRequest, WireElicitRequest } from './elicit-request.ts';
import type { AnyElicitHandler, PluginClientContext, RenderOperation } from './plugin-context.ts';
import { type HandlerHost, runElicitHandler } from './run-elicit-handler.ts';

/** One handler for each question that the tool declares. */
export type ElicitHandlers<E extends ElicitMap> = {
  [K in keyof E & string]: (
    req: ElicitRequest<E[K]>,
    ctx: PluginClientContext,
  ) => RenderOperation<RawElicitResult<ResponseOf<E[K]>>>;
};

/** The part of a plugin that runs in the browser. */
export interface PluginClientRegistration {
  toolName: string;
  handlers: Readonly<Record<string, AnyElicitHandler>>;
  /** Empty if only the name of the tool is known. */
  schemas: Readonly<Record<string, Elicit>>;
  /**
   * Answers a question with its handler. Part of the plugin, so that a page that shows questions needs nothing else
   * from us.
   */
  run(wire: WireElicitRequest, host: HandlerHost): Promise<RawElicitResult<unknown>>;
}

/** A tool with the handlers of its questions, as `makePlugin` builds it. */
export interface Plugin<T extends AnyMcpTool = AnyMcpTool> {
  tool: T;
  server: { tools: [T]; toolName: string };
  client: PluginClientRegistration;
}

interface NeedsHandlers<T extends AnyMcpTool, Built> {
  onElicit(handlers: ElicitHandlers<T['elicits']>): { build(): Built };
}

/**
 * The browser side of a tool: how each of its questions is shown and answered.
 *
 * @example
 * ```tsx
 * import { createMcpTool } from 'tandem-mcp/ask';
 * import { makePlugin } from 'tandem-mcp/ask/client';
 * import { z } from 'zod';
 *
 * const orderCake = createMcpTool('order_cake')
 *   .description('Orders a cake')
 *   .parameters(z.object({}))
 *   .elicits({ pickSize: z.object({ size: z.string() }) })
 *   .execute(function* (_params, ctx) {
 *     return yield* ctx.elicit('pickSize', { message: 'Which size?' });
 *   });
 *
 * function Sizes({ onRespond }: { onRespond(size: string): void }) {
 *   return <button onClick={() => onRespond('large')}>Large</button>;
 * }
 *
 * export const plugin = makePlugin(orderCake)
 *   .onElicit({
 *     *pickSize(_request, ctx) {
 *       const size = yield* ctx.render(Sizes, {});
 *       return { action: 'accept', content: { size } };
 *     },
 *   })
 *   .build();
 * ```
 */
export function makePlugin<T extends AnyMcpTool>(tool: T): NeedsHandlers<T, Plugin<T>>;
/**
 * The same for a page built by another bundler: `makePlugin<typeof bookFlight>('book_flight')` uses only the tool's
 * type, so nothing of its file is in the page.
 */
export function makePlugin<T extends AnyMcpTool>(
  name: T['name'],
): NeedsHandlers<T, Pick<Plugin<T>, 'client'>>;
export function makePlugin(tool: AnyMcpTool | string): NeedsHandlers<AnyMcpTool, Partial<Plugin>> {
  return {
    onElicit: (handlers) => ({
      build() {
        if (typeof tool === 'string') return { client: toClient(tool, handlers, {}) };
        checkHandlers(tool, handlers);
        const { name, questions } = tool;
        return {
          tool,
          server: { tools: [tool], toolName: name },
          client: toClient(name, handlers, questions),
        };
      },
    }),
  };
}

function toClient(
  toolName: string,
  handlers: PluginClientRegistration['handlers'],
  schemas: PluginClientRegistration['schemas'],
): PluginClientRegistration {
  const client: PluginClientRegistration = {
    toolName,
    handlers: { ...handlers },
    schemas,
    run: (wire, host) => runElicitHandler(client, wire, host),
  };
  return client;
}

function checkHandlers(tool: AnyMcpTool, handlers: PluginClientRegistration['handlers']): void {
  const declared = Object.keys(tool.questions);
  const missing = declared.filter((key) => typeof handlers[key] !== 'function');
  if (missing.length > 0)
    throw new TandemError(
      'invalid_input',
      `Plugin of "${tool.name}": .onElicit() has no handler for ${missing.map((key) => `"${key}"`).join(', ')}. Every question of the tool needs one.`,
    );
  const extra = Object.keys(handlers).find((key) => !declared.includes(key));
  if (extra !== undefined)
    throw new TandemError(
      'invalid_input',
      `Plugin of "${tool.name}": .onElicit() handles "${extra}", but the tool does not ask it.${didYouMean(extra, declared)}`,
    );
}
