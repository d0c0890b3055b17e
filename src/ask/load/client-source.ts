import type { AnyMcpTool } from '../tool/mcp-tool.ts';

/** What a tool's client part is made of. */
export interface ClientSource {
  /** The file for the browser. */
  plugin: string;
  /**
   * The file of the tool itself: it stays on the server, and what it exports is only described to the browser. Of tools
   * that come from code nobody knows it, so their plugins name them.
   */
  toolFile?: { path: string; exports: Record<string, AnyMcpTool> };
}
