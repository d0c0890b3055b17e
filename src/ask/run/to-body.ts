import { notGenerator } from '../tool/create-mcp-tool.ts';
import type { AnyMcpTool, Handoff } from '../tool/mcp-tool.ts';
import type { Effect, Operation } from '../tool/operation.ts';
import type { ToolContext } from '../tool/tool-context.ts';
import type { CallOfTool } from './call-of-tool.ts';
import { createRunContext, type ParentConversation } from './run-context.ts';
import type { Scope } from './scope.ts';

/** A tool's work as one operation; the outer parts of a handoff are steps, so they run once. */
export function toBody(
  call: CallOfTool,
  scope: Scope,
  params: unknown,
  parent: ParentConversation | undefined,
): Operation<unknown> {
  const ctx = createRunContext(call, scope, parent) as unknown as ToolContext;
  const { execute, handoffConfig } = call.tool as AnyMcpTool & { execute?: Execute };
  if (execute) return toOperation(() => execute(params, ctx), call.tool.name);
  return handOff(handoffConfig as Parts, params, ctx);
}

/** What is wrong with the function fails the call, like anything else that the tool throws. */
function toOperation(execute: () => unknown, tool: string): Operation<unknown> {
  try {
    const operation = execute() as (Operation<unknown> & { catch?: unknown }) | undefined;
    if (typeof operation?.[Symbol.iterator] === 'function' && typeof operation !== 'string') return operation;
    // An async function has begun already; what becomes of it is of no interest, and must not end the process.
    if (operation instanceof Promise) operation.catch(() => {});
    return failing(notGenerator(tool));
  } catch (error) {
    return failing(error);
  }
}

// biome-ignore lint/correctness/useYield: it fails before it does anything.
function* failing(error: unknown): Generator<Effect, unknown, unknown> {
  throw error;
}

type Execute = (params: unknown, ctx: ToolContext) => Operation<unknown>;
type Parts = Handoff<unknown, Record<string, never>, unknown, unknown, unknown>;

function* handOff(parts: Parts, params: unknown, ctx: ToolContext): Generator<Effect, unknown, unknown> {
  const { callId, userId } = ctx;
  const handoff = yield* ctx.step('before', ({ signal }) => parts.before(params, { callId, userId, signal }));
  const client = yield* parts.client(handoff, ctx as never);
  return yield* ctx.step('after', ({ signal }) =>
    parts.after(handoff, client, { callId, userId, signal }, params),
  );
}
