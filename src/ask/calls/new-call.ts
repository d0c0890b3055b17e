import type { AskingCall } from '../../area/asking.ts';
import { TandemError } from '../../errors.ts';
import { newId } from '../../lib/new-id.ts';
import type { AnyMcpTool } from '../tool/mcp-tool.ts';
import type { CallRecord } from './call-record.ts';
import { toSameCall } from './same-call.ts';

/** A call of a tool that asks with `ctx.ask`. */
export function toCallInRounds(made: Pick<AskingCall, 'tool' | 'arguments' | 'client'>): CallRecord {
  const call = { callId: newId('call_'), tool: made.tool, params: made.arguments, inRounds: true };
  return { ...call, same: toSameCall(made.client.name, call) };
}

export function parseParams(tool: AnyMcpTool, params: unknown): unknown {
  const checked = tool.parameters.safeParse(params);
  if (checked.success) return checked.data;
  const faults = checked.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new TandemError('invalid_input', `Arguments of ${tool.name}: ${faults.join('; ')}.`);
}
