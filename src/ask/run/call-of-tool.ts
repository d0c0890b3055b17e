import type { AnyMcpTool } from '../tool/mcp-tool.ts';

/** What every context of one call shares. */
export interface CallOfTool {
  readonly tool: AnyMcpTool;
  readonly callId: string;
  readonly userId: string;
  /** Created on first use: most tools never need it, and thousands may be waiting. */
  signal(): AbortSignal;
  questions: number;
  samples: number;
}
