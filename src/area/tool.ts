import type { z } from 'zod';
import type { CallContext } from './call-context.ts';
import type { InputRequired } from './input-required.ts';

/** A content block of a tool result, in MCP's shapes. */
export type Content =
  | { type: 'text'; text: string }
  | { type: 'image' | 'audio'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType?: string } & ({ text: string } | { blob: string }) }
  | { type: 'resource_link'; uri: string; name: string; mimeType?: string; description?: string };

/**
 * What a tool returns. Most return `text`, or `structured` data that fits their `output`.
 *
 * @example
 * ```ts
 * import type { ToolResult } from 'tandem-mcp';
 *
 * export const done: ToolResult = { text: 'Saved.' };
 * export const failed: ToolResult = { text: 'The name is taken. Choose another.', isError: true };
 * ```
 */
export interface ToolResult<Output = Record<string, unknown>> {
  /** What the agent reads first. With `structured` alone, its JSON. */
  text?: string;
  /** A second text block, separate from the first: cursors, logs, notes. */
  note?: string;
  /** Everything, where text is not enough; replaces `text` and `note`. */
  content?: Content[];
  /** Checked against the tool's `output`. */
  structured?: Output;
  /** The tool ran and failed in a way the agent should read and act on. */
  isError?: boolean;
}

export interface ToolAnnotations {
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
  openWorldHint?: boolean;
}

/** A tool that agents call, as data. Declare one with `defineTool`. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  /** A strict object: unknown keys are refused with the nearest valid one. */
  input: Input;
  /** The schema that clients see instead of the one generated from `input`, if zod cannot express it. */
  inputJsonSchema?: Record<string, unknown>;
  /** The schemas that clients see for single arguments, if those generated from `input` would cost too many tokens. */
  shownArguments?: Record<string, Record<string, unknown>>;
  output?: Output;
  /** The schema that clients see instead of the one generated from `output`. */
  outputJsonSchema?: Record<string, unknown>;
  annotations?: ToolAnnotations;
  /** What it works on is in the memory of one instance, the home of this name (`Homes`); calls are passed on to it. */
  home?: string;
  handle(
    input: z.output<Input>,
    ctx: CallContext,
  ): Promise<ToolResult<z.input<Output>> | InputRequired> | ToolResult<z.input<Output>> | InputRequired;
}

/**
 * Declare a tool. The types of `handle` follow from `input` and `output`.
 *
 * @example
 * ```ts
 * import { defineTool } from 'tandem-mcp';
 * import { z } from 'zod';
 *
 * export const add = defineTool({
 *   name: 'add',
 *   title: 'Add',
 *   description: 'Adds two numbers',
 *   input: z.strictObject({ a: z.number(), b: z.number() }),
 *   output: z.object({ sum: z.number() }),
 *   annotations: { readOnlyHint: true },
 *   handle: ({ a, b }) => ({ structured: { sum: a + b } }),
 * });
 * ```
 */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): Tool {
  // A list of tools forgets each one's own types; the input is parsed with `input` before `handle` sees it.
  return tool as unknown as Tool;
}
