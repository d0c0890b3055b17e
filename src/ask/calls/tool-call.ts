import type { ParentConversation } from '../run/run-context.ts';
import type { AnyMcpTool } from '../tool/mcp-tool.ts';
import type { CallState, QuestionState } from './call-state.ts';

export interface NewCall {
  tool: AnyMcpTool;
  params: Record<string, unknown>;
  /** Already parsed by the tool's schema. */
  isParsed?: boolean;
  /** Start only when a caller first waits for it, so that the caller misses none of its notices. */
  defer?: boolean;
  /** Generated when absent. Passing the same id again in the same conversation returns the same call. */
  callId?: string;
  conversationId?: string;
  /** Who calls. The same call of the same client is joined while it waits, or while nobody waits for it; see `again`. */
  client?: string;
  /** Start another call, even if the same one waits. */
  again?: boolean;
  /** The caller's model is used where none is configured. */
  clientSamples?: boolean;
  parent?: ParentConversation;
}

/** A question that waits. */
export type OpenQuestion = QuestionState & { askId: string };

/** A call and its current state. */
export interface ToolCall extends CallState {
  sessionId: string;
  callId: string;
  toolName: string;
  createdAt: string;
  /** Those that wait, oldest first. */
  open: OpenQuestion[];
  /** It is not a new call but the same one, made earlier. */
  joined?: true;
  /** Why it cannot continue: its tool has changed and does not fit what it did before. It waits for one that does. */
  problem?: string;
  /** Its tool asks with `ctx.ask`: it continues when its handler is called again with this. */
  repeat?: { tool: string; arguments: Record<string, unknown> };
}

export interface CallInfo {
  id: string;
  toolName: string;
  callId: string;
  status: CallState['status'];
  createdAt: string;
}
