import { TandemError } from '../../errors.ts';
import { didYouMean } from '../../lib/nearest.ts';
import type { RawElicitResult } from '../tool/elicit-exchange.ts';
import type { Elicit, ElicitMap, ResponseOf } from '../tool/elicits.ts';
import type { AnyMcpTool } from '../tool/mcp-tool.ts';
import type { ElicitRequest, WireElicitRequest } from './elicit-request.ts';
import type { PluginClientContext, RenderOperation } from './plugin-context.ts';
import { type HandlerHost, runElicitHandler } from './run-elicit-handler.ts';

/** One handler for every question that the tool declares. */
export type ElicitHandlers<E extends ElicitMap> = {
  [K in keyof E & string]: (
    req: ElicitRequest<E[K]>,
    ctx: PluginClientContext,
  ) => RenderOperation<RawElicitResult<ResponseOf<E[K]>>>;
};

export type AnyElicitHandler = (
  req: never,
  ctx: PluginClientContext,
) => RenderOperation<RawElicitResult<unknown>>;

/** The part of a plugin that runs where the person is. */
export interface PluginClientRegistration {
  toolName: string;
  handlers: Readonly<Record<string, AnyElicitHandler>>;
  /** Of a tool that was only named there are none. */
  schemas: Readonly<Record<string, Elicit>>;
  /** Answer a question by its handler. With the plugin, so that whoever shows questions needs nothing else of ours. */
  run(wire: WireElicitRequest, host: HandlerHost): Promise<RawElicitResult<unknown>>;
}

export interface Plugin<T extends AnyMcpTool = AnyMcpTool> {
  tool: T;
  server: { tools: [T]; toolName: string };
  client: PluginClientRegistration;
}

interface NeedsHandlers<T extends AnyMcpTool, Built> {
  onElicit(handlers: ElicitHandlers<T['elicits']>): { build(): Built };
}

/**
 * The person's side of a tool: how each of its questions is shown and answered. A bundler that does not know which file
 * is the server's is given the name only, and the type: `makePlugin<typeof bookFlight>('book_flight')`.
 */
export function makePlugin<T extends AnyMcpTool>(tool: T): NeedsHandlers<T, Plugin<T>>;
export function makePlugin<T extends AnyMcpTool>(toolName: string): NeedsHandlers<T, Pick<Plugin, 'client'>>;
export function makePlugin<T extends AnyMcpTool>(of: T | string): NeedsHandlers<T, unknown> {
  return {
    onElicit: (given) => {
      const handlers = given as Record<string, AnyElicitHandler>;
      return {
        build: () => (typeof of === 'string' ? { client: toClient(of, handlers, {}) } : build(of, handlers)),
      };
    },
  };
}

function build<T extends AnyMcpTool>(tool: T, handlers: Record<string, AnyElicitHandler>): Plugin<T> {
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
      `Plugin of "${tool.name}": .onElicit() handles "${extra}", which the tool does not ask.${didYouMean(extra, declared)}`,
    );
  const { name, questions } = tool;
  const client = toClient(name, handlers, questions);
  return { tool, server: { tools: [tool], toolName: name }, client };
}

function toClient(
  toolName: string,
  handlers: Record<string, AnyElicitHandler>,
  schemas: Readonly<Record<string, Elicit>>,
): PluginClientRegistration {
  const client: PluginClientRegistration = {
    toolName,
    handlers: { ...handlers },
    schemas,
    run: (wire, host) => runElicitHandler(client, wire, host),
  };
  return client;
}
