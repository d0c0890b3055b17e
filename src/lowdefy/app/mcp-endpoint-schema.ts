import { z } from 'zod';
import { isRecord } from '../../lib/is-record.ts';

/** `mcp:` of an endpoint. */
export const mcpEndpointSchema = z.strictObject(
  {
    /** Hidden from agents: neither a tool nor callable. */
    exclude: z.boolean('exclude must be true or false.').optional(),
    /** Whether a tool is made of it. */
    enabled: z.boolean('enabled must be true or false.').optional(),
    confirm: z
      .union([z.boolean(), z.string().min(1)], 'confirm must be true, false or a message.')
      .optional(),
    toolName: z
      .string('toolName must be text.')
      .regex(/^[A-Za-z0-9_-]{1,64}$/, 'A tool name has 1 to 64 letters, digits, "_" and "-".')
      .optional(),
    description: z.string('description must be text.').optional(),
    /** JSON Schema of the payload. */
    inputSchema: z
      .custom<Record<string, unknown>>(
        (value) => isRecord(value) && (value.type === undefined || value.type === 'object'),
        'inputSchema must be a JSON Schema of type object.',
      )
      .optional(),
  },
  {
    error: (issue: { code?: string }) =>
      issue.code === 'unrecognized_keys' ? undefined : 'mcp must be a set of settings of an endpoint.',
  },
);

export type McpEndpointSettings = z.infer<typeof mcpEndpointSchema>;
