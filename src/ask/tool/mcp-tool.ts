import type { z } from 'zod';
import type { ContextOf, Elicit, ElicitMap, ResponseOf } from './elicits.ts';
import type { Operation } from './operation.ts';
import type { ToolContext } from './tool-context.ts';
import type { ToolLimits } from './tool-limits.ts';

/** What a tool requires; checked at the start of a call instead of in the middle. */
export interface Requirements {
  elicitation?: boolean;
  sampling?: boolean;
}

/** What `before` and `after` of a handoff are given. */
export interface HandoffContext {
  callId: string;
  userId: string;
  signal: AbortSignal;
}

/** A tool in three parts: only `client` asks; the other two run once, like steps. */
export interface Handoff<Params, E extends ElicitMap, H, C, R> {
  before(params: Params, context: HandoffContext): H | Promise<H>;
  client(handoff: H, ctx: ToolContext<E>): Operation<C>;
  after(handoff: H, client: C, context: HandoffContext, params: Params): R | Promise<R>;
}

/** Marks finished tools, across copies of this module: a tool's file may bring its own. */
export const MCP_TOOL: unique symbol = Symbol.for('tandem.mcp-tool') as never;

/** A finished tool: plain data. */
export interface McpTool<
  Name extends string = string,
  P extends z.ZodObject = z.ZodObject,
  E extends ElicitMap = ElicitMap,
  R = unknown,
  H = unknown,
  C = unknown,
> {
  readonly [MCP_TOOL]: true;
  readonly name: Name;
  readonly description: string;
  readonly parameters: P;
  /** As written; `questions` is the same in one form. */
  readonly elicits: E;
  readonly questions: Readonly<Record<keyof E & string, Elicit>>;
  readonly requires?: Requirements;
  readonly limits?: ToolLimits;
  readonly execute?: (params: z.output<P>, ctx: ToolContext<E>) => Operation<R>;
  readonly handoffConfig?: Handoff<z.output<P>, E, H, C, R>;
}

/** Any tool: what a list of them holds. */
export interface AnyMcpTool extends Omit<McpTool, 'execute' | 'handoffConfig'> {
  // Methods, so that a tool of narrower parameters is one of any.
  execute?(params: never, ctx: never): Operation<unknown>;
  handoffConfig?: {
    before(params: never, context: HandoffContext): unknown;
    client(handoff: never, ctx: never): Operation<unknown>;
    after(handoff: never, client: never, context: HandoffContext, params: never): unknown;
  };
}

export function isMcpTool(value: unknown): value is AnyMcpTool {
  return value !== null && typeof value === 'object' && MCP_TOOL in value;
}

export type InferParams<T> = T extends { parameters: infer P extends z.ZodObject } ? z.output<P> : never;
export type InferElicits<T> = T extends { elicits: infer E extends ElicitMap }
  ? { [K in keyof E]: { response: ResponseOf<E[K]>; context: ContextOf<E[K]> } }
  : never;
export type InferResult<T> =
  T extends McpTool<string, z.ZodObject, never, infer R, infer _H, infer _C>
    ? R
    : T extends { execute?: (...args: never[]) => Operation<infer R> }
      ? R
      : never;
export type InferHandoff<T> = T extends { handoffConfig?: { client(handoff: infer H, ctx: never): unknown } }
  ? H
  : never;
export type InferClient<T> = T extends {
  handoffConfig?: { client(...args: never[]): Operation<infer C> };
}
  ? C
  : never;
