import type { AnyMcpTool } from '../tool/mcp-tool.ts';
import type { OperationOwner } from './made-operation.ts';

/** What every context of one call shares. */
export interface CallOfTool extends OperationOwner {
  readonly tool: AnyMcpTool;
  readonly callId: string;
  readonly userId: string;
  /** Created on first use: most tools never need it, and thousands may be waiting. */
  signal(): AbortSignal;
  questions: number;
  samples: number;
}
