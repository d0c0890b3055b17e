import { z } from 'zod';
import type { AnyMcpTool } from './mcp-tool.ts';

const AGAIN = 'again';

/** With the argument that starts another call while the same one waits. A tool that has an argument of that name keeps it. */
export function withAgain(schema: AnyMcpTool['parameters']): AnyMcpTool['parameters'] {
  if (AGAIN in schema.shape) return schema;
  const again = z.boolean().optional().describe('true starts another call while the same one waits');
  // A tool may bring an older zod, which has only `extend`; that refuses schemas with refinements.
  return 'safeExtend' in schema ? schema.safeExtend({ again }) : (schema as z.ZodObject).extend({ again });
}

/** What `withAgain` added to the arguments of a call, taken off. */
export function takeAgain(
  { parameters }: AnyMcpTool,
  input: Record<string, unknown>,
): { params: Record<string, unknown>; again: boolean } {
  if (AGAIN in parameters.shape) return { params: input, again: false };
  const { [AGAIN]: again, ...params } = input;
  return { params, again: again === true };
}
