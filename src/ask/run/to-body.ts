import { TandemError } from '../../errors.ts';
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
  if (execute) return checked(execute(params, ctx), call.tool.name);
  return handOff(handoffConfig as Parts, params, ctx);
}

function checked(operation: Operation<unknown>, tool: string): Operation<unknown> {
  if (typeof operation?.[Symbol.iterator] === 'function') return operation;
  throw new TandemError(
    'invalid_input',
    `Tool "${tool}": .execute() needs a generator function. Write function* (params, ctx) { … }.`,
  );
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
