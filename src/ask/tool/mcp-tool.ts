import type { z } from 'zod';
import type { ContextOf, Elicit, ElicitMap, ResponseOf } from './elicits.ts';
import type { Operation } from './operation.ts';
import type { ToolContext } from './tool-context.ts';
import type { ToolLimits } from './tool-limits.ts';

/** What a tool requires of the client. Checked when a call starts, not in the middle of it. */
export interface Requirements {
  elicitation?: boolean;
  sampling?: boolean;
}

/** What `before` and `after` of a handoff receive. */
export interface HandoffContext {
  callId: string;
  userId: string;
  signal: AbortSignal;
}

/**
 * A tool in three parts: `before` and `after` run once, like steps, on the server; only `client` can ask.
 *
 * @example
 * ```ts
 * import { createMcpTool } from 'tandem-mcp/ask';
 * import { z } from 'zod';
 *
 * export const flip = createMcpTool('flip')
 *   .description('Lets the person guess a coin flip')
 *   .parameters(z.object({}))
 *   .elicits({ guess: z.object({ side: z.enum(['heads', 'tails']) }) })
 *   .handoff({
 *     before: () => ({ side: Math.random() < 0.5 ? 'heads' : 'tails' }),
 *     *client(_coin, ctx) {
 *       const answer = yield* ctx.elicit('guess', { message: 'Heads or tails?' });
 *       return answer.action === 'accept' ? answer.content.side : undefined;
 *     },
 *     after: (coin, guess) => (coin.side === guess ? 'Right!' : `Wrong, it was ${coin.side}.`),
 *   });
 * ```
 */
export interface Handoff<Params, E extends ElicitMap, H, C, R> {
  before(params: Params, context: HandoffContext): H | Promise<H>;
  client(handoff: H, ctx: ToolContext<E>): Operation<C>;
  after(handoff: H, client: C, context: HandoffContext, params: Params): R | Promise<R>;
}

/** Marks finished tools, across copies of this module: a tool's file may bring its own. */
export const MCP_TOOL: unique symbol = Symbol.for('tandem.mcp-tool') as never;

/** A finished tool, as plain data. `createMcpTool` builds it. */
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
  /** As written; `questions` is the normalized form. */
  readonly elicits: E;
  readonly questions: Readonly<Record<keyof E & string, Elicit>>;
  readonly requires?: Requirements;
  readonly limits?: ToolLimits;
  readonly execute?: (params: z.output<P>, ctx: ToolContext<E>) => Operation<R>;
  readonly handoffConfig?: Handoff<z.output<P>, E, H, C, R>;
}

/** A tool of any parameters, questions and result, for lists of tools. */
export interface AnyMcpTool extends Omit<McpTool, 'execute' | 'handoffConfig'> {
  // Methods, so that a tool with narrower parameters is assignable.
  execute?(params: never, ctx: never): Operation<unknown>;
  handoffConfig?: {
    before(params: never, context: HandoffContext): unknown;
    client(handoff: never, ctx: never): Operation<unknown>;
    after(handoff: never, client: never, context: HandoffContext, params: never): unknown;
  };
}

/**
 * Whether a value is a finished tool, even one built by another copy of this module.
 *
 * @example
 * ```ts
 * import { isMcpTool } from 'tandem-mcp/ask';
 *
 * export async function toolsIn(file: string) {
 *   const exported: object = await import(file);
 *   return Object.values(exported).filter(isMcpTool);
 * }
 * ```
 */
export function isMcpTool(value: unknown): value is AnyMcpTool {
  return value !== null && typeof value === 'object' && MCP_TOOL in value;
}

/**
 * The type of a tool's parameters.
 *
 * @example
 * ```ts
 * import { createMcpTool, type InferParams } from 'tandem-mcp/ask';
 * import { z } from 'zod';
 *
 * const add = createMcpTool('add')
 *   .description('Adds two numbers')
 *   .parameters(z.object({ a: z.number(), b: z.number() }))
 *   .elicits({})
 *   .execute(function* ({ a, b }) {
 *     return a + b;
 *   });
 *
 * type Params = InferParams<typeof add>; // { a: number; b: number }
 * ```
 */
export type InferParams<T> = T extends { parameters: infer P extends z.ZodObject } ? z.output<P> : never;
/** The types of a tool's questions by key: `response` and `context` of each. */
export type InferElicits<T> = T extends { elicits: infer E extends ElicitMap }
  ? { [K in keyof E]: { response: ResponseOf<E[K]>; context: ContextOf<E[K]> } }
  : never;
/**
 * The type of a tool's result.
 *
 * @example
 * ```ts
 * import { createMcpTool, type InferResult } from 'tandem-mcp/ask';
 * import { z } from 'zod';
 *
 * const add = createMcpTool('add')
 *   .description('Adds two numbers')
 *   .parameters(z.object({ a: z.number(), b: z.number() }))
 *   .elicits({})
 *   .execute(function* ({ a, b }) {
 *     return a + b;
 *   });
 *
 * type Sum = InferResult<typeof add>; // number
 * ```
 */
export type InferResult<T> =
  T extends McpTool<string, z.ZodObject, never, infer R, infer _H, infer _C>
    ? R
    : T extends { execute?: (...args: never[]) => Operation<infer R> }
      ? R
      : never;
/** The type of what `before` of a handoff passes on. */
export type InferHandoff<T> = T extends { handoffConfig?: { client(handoff: infer H, ctx: never): unknown } }
  ? H
  : never;
/** The type of what `client` of a handoff returns. */
export type InferClient<T> = T extends {
  handoffConfig?: { client(...args: never[]): Operation<infer C> };
}
  ? C
  : never;
