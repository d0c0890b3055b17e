import type { AnyMcpTool } from '../tool/mcp-tool.ts';

/** What every context of one call shares. */
export interface CallOfTool {
  readonly tool: AnyMcpTool;
  readonly callId: string;
  readonly userId: string;
  /** Made when somebody first looks at it: most tools never do, and thousands may wait at a time. */
  signal(): AbortSignal;
  questions: number;
  samples: number;
}
