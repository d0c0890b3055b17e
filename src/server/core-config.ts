import { z } from 'zod';
import { authSchema, userSchema } from '../auth/auth-config.ts';
import { mcpAppShape } from '../lowdefy/app/mcp-schema.ts';
import { limitsSchema } from '../session/limits.ts';

const port = z.int().min(0).max(65535);

/** An origin as browsers send it: scheme, host and port, nothing behind. */
const origin = z.string().refine((value) => URL.canParse(value) && new URL(value).origin === value, {
  error: 'must be an origin such as "https://app.example.com", without a path',
});

/** The keys of `tandem.yaml` that belong to no area. `mcp:` is shared with `lowdefy.yaml`, so an app's keys are in it. */
export const coreConfigShape = {
  mcp: z
    .strictObject({
      ...mcpAppShape,
      /** How the server calls itself to clients. */
      name: z.string().min(1).max(100).optional(),
      version: z.string().min(1).max(50).optional(),
      /** Accepted: the command decides which transport is served. */
      transport: z.enum(['stdio', 'sse', 'streamable-http']).optional(),
      /** The MCP port, where http.mcpPort is not given. */
      port: port.optional(),
      /** Whom the local user stands for in an app. */
      user: userSchema.optional(),
      auth: authSchema.optional(),
      limits: limitsSchema.prefault({}),
      session: z
        .strictObject({
          store: z.strictObject({ type: z.enum(['file', 'memory']) }).prefault({ type: 'file' }),
        })
        .prefault({}),
    })
    .prefault({}),
  http: z
    .strictObject({
      host: z.string().min(1).default('127.0.0.1'),
      port: port.default(8000),
      /** Else `mcp.port`, else 8001. */
      mcpPort: port.optional(),
      /** Names other than loopback that this server is reached by. */
      hosts: z.array(z.string().min(1)).default([]),
      cors: z.strictObject({ origins: z.array(origin).default([]) }).prefault({}),
      maxBodyBytes: z
        .int()
        .min(1024)
        .default(4 * 1024 * 1024),
      /** False: pages use server-sent events, where a proxy does not pass WebSockets on. */
      webSockets: z.boolean().default(true),
    })
    .prefault({}),
};

export type CoreConfig = z.output<z.ZodObject<typeof coreConfigShape>> & {
  /** Areas to offer besides what the folder's content brings. */
  areas?: string[] | undefined;
};
