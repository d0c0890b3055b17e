import { z } from 'zod';

/**
 * GET /api/tools/clients: the client parts of tools, as modules to import. An address carries the version of what
 * is behind it. The socket /ws/tools says `changed` whenever this may be another list.
 */
export const toolClientsSchema = z.object({
  clients: z.array(
    z.object({
      toolName: z.string(),
      js: z.string().optional(),
      css: z.string().optional(),
      /** Why there is none: the tool's questions are then shown as forms. */
      error: z.string().optional(),
    }),
  ),
});

export type ToolClientList = z.infer<typeof toolClientsSchema>;
