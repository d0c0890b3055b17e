import { z } from 'zod';
import { authSchema, userSchema } from '../auth/auth-config.ts';
import { signInSchema } from '../auth/sign-in-config.ts';
import { isAddressRange } from '../lib/address-list.ts';
import { LOG_FORMATS } from '../lib/logger.ts';
import { mcpAppShape } from '../lowdefy/app/mcp-schema.ts';
import { limitsSchema } from '../session/limits.ts';
import { retentionSchema } from '../session/retention.ts';
import { storeSchema } from './store-config.ts';

const port = z.int().min(0).max(65535);

/** An origin as browsers send it: scheme, host and port, nothing behind. */
const origin = z.string().refine((value) => URL.canParse(value) && new URL(value).origin === value, {
  error: 'must be an origin such as "https://app.example.com", without a path',
});

const NOT_AN_ADDRESS = 'must be an address or a network, such as "127.0.0.1" or "10.0.0.0/8"';

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
      /** Where people sign in as themselves. */
      signIn: signInSchema.optional(),
      /** Who sees and ends the sessions of all users, on the page /admin. */
      admin: z.strictObject({ roles: z.array(z.string().min(1)).default([]) }).prefault({}),
      limits: limitsSchema.prefault({}),
      session: z
        .strictObject({
          store: storeSchema.prefault({ type: 'file' }),
          /** How long sessions that have ended are kept, by kind: `chat: 365d`. Others follow limits.keepEndedDays. */
          retention: retentionSchema.default({}),
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
      /** Where people and agents reach this server, path included, if that is not this machine: `https://app.example.com/tandem`. */
      publicUrl: z.string().optional(),
      /** Another origin that leads here, for views that agents write: `https://views.example.com`. Needs publicUrl. */
      viewsUrl: z.string().optional(),
      /** Addresses and networks of proxies whose `X-Forwarded-*` headers are believed. */
      trustProxy: z.array(z.string().refine(isAddressRange, { error: NOT_AN_ADDRESS })).default([]),
      /** Where the other instances that share the store reach this one. Default: 127.0.0.1 and the UI port. */
      instanceUrl: origin.optional(),
      cors: z.strictObject({ origins: z.array(origin).default([]) }).prefault({}),
      maxBodyBytes: z
        .int()
        .min(1024)
        .default(4 * 1024 * 1024),
      /** False: pages use server-sent events, where a proxy does not pass WebSockets on. */
      webSockets: z.boolean().default(true),
      /** Serve `/metrics` to holders of its key. */
      metrics: z.boolean().default(false),
      /** How long to keep serving after SIGTERM while `/readyz` sends new work elsewhere. */
      drainSeconds: z.number().min(0).max(600).default(0),
    })
    .prefault({}),
  log: z
    .strictObject({
      /** `json`: one JSON object per line. */
      format: z.enum(LOG_FORMATS).optional(),
      /** One line per HTTP request. By default with `json` only. */
      access: z.boolean().optional(),
    })
    .prefault({}),
};

export type CoreConfig = z.output<z.ZodObject<typeof coreConfigShape>> & {
  /** Areas to offer besides what the folder's content brings. */
  areas?: string[] | undefined;
};
