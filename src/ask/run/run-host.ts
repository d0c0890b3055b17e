import type { AnyMcpTool } from '../tool/mcp-tool.ts';
import type { Notice } from '../tool/operation.ts';
import type { SampleAnswer, SampleRequest } from '../tool/sample.ts';
import type { JournalEntry } from './journal.ts';
import type { ParentConversation } from './run-context.ts';

/** What a run needs from its surroundings. */
export interface RunHost {
  /** Resolves when they are on disk, in this order. */
  append(entries: readonly JournalEntry[]): Promise<void>;
  /** Undefined if the caller's model is used: its reply then arrives through `tell`. */
  sample(request: SampleRequest, signal: AbortSignal): Promise<SampleAnswer> | undefined;
  notice(notice: Notice): void;
}

export interface RunOptions {
  tool: AnyMcpTool;
  /** As parsed by the tool's schema. */
  params: unknown;
  callId: string;
  userId: string;
  journal: readonly JournalEntry[];
  parent?: ParentConversation | undefined;
  host: RunHost;
}
