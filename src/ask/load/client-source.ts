import type { AnyMcpTool } from '../tool/mcp-tool.ts';

/** The sources of a tool's client part. */
export interface ClientSource {
  /** The file for the browser. */
  plugin: string;
  /**
   * The file of the tool itself: it stays on the server, and the browser only gets a description of its exports. For
   * tools from code it is unknown, so their plugins name them.
   */
  toolFile?: { path: string; exports: Record<string, AnyMcpTool> };
}
