import { z } from 'zod';
import { limitsSchema } from '../../session/limits.ts';
import { retentionSchema } from '../../session/retention.ts';
import { mcpEndpointSchema } from './mcp-endpoint-schema.ts';
import { mcpResourcesSchema } from './mcp-resource-schema.ts';

/** The tools of every app. */
export const STOCK_TOOLS = [
  'session_create',
  'session_list',
  'session_close',
  'navigate',
  'interact',
  'get_state',
  'get_pages',
];

const flag = (name: string) => z.boolean(`${name} must be true or false.`).optional();
/** True, or what the person who approves is told. */
export const confirmation = z
  .union([z.boolean(), z.string().min(1)], 'confirm must be true, false or a message.')
  .optional();
const text = (name: string) => z.string(`${name} must be text.`).optional();

/** What MCP clients accept as the name of a tool. */
const toolName = z
  .string('A tool name must be text.')
  .regex(/^[A-Za-z0-9_-]{1,64}$/, 'A tool name has 1 to 64 letters, digits, "_" and "-".');

/** `mcp:` of a block. */
export const mcpBlockSchema = z.strictObject(
  {
    exclude: flag('exclude'),
    confirm: confirmation,
    methods: z
      .array(z.string('A method must be text.'), 'methods must be a list of method names.')
      .optional(),
    /** Name of the tool made from the page, or from the button that submits it; offers the tool. */
    toolName: toolName.optional(),
    description: text('description'),
    /** Whether tools are made of it. */
    enabled: flag('enabled'),
  },
  wrongShape('exclude, confirm, methods, toolName, description and enabled'),
);

/** `mcp:` of a request. */
export const mcpRequestSchema = z.strictObject({ confirm: confirmation }, wrongShape('confirm'));

/** `mcp.pages.<pageId>` of `tandem.yaml`. */
const mcpPageSchema = mcpBlockSchema.extend({
  blocks: z.record(z.string(), mcpBlockSchema, 'blocks must be a set of block ids.').optional(),
  requests: z.record(z.string(), mcpRequestSchema, 'requests must be a set of request ids.').optional(),
});

const mcpToolSchema = z.strictObject({
  enabled: flag('enabled'),
  description: text('description'),
  confirm: confirmation,
  /** A tool by hand: the page it opens, and the block that submits. */
  page: text('page'),
  submit: text('submit'),
});

/** The part of `mcp:` that is about an app; valid in `lowdefy.yaml` and in `tandem.yaml`. */
export const mcpAppShape = {
  enabled: flag('enabled'),
  readOnly: flag('readOnly'),
  /** Every event that writes needs a person's approval. */
  confirm: z.literal('writes', 'confirm of an app must be writes.').optional(),
  /** Where approvals may be given besides the person's page. */
  approve: z.strictObject({ inClient: flag('inClient') }).optional(),
  /** Pages that agents must not see. */
  exclude: z.array(z.string('A page id must be text.'), 'exclude must be a list of page ids.').optional(),
  tools: z
    .record(z.string(), mcpToolSchema, 'tools must be a set of tool names.')
    .superRefine((tools, context) => {
      for (const [name, tool] of Object.entries(tools)) {
        const message = whyNoTool(name, tool);
        if (message !== undefined) context.addIssue({ code: 'custom', path: [name], message });
      }
    })
    .optional(),
  /** Which of the app's own tools are offered besides those that other settings name. */
  expose: z
    .union(
      [z.enum(['forms', 'all']), z.array(toolName)],
      'expose must be forms, all, or a list of tool names.',
    )
    .optional(),
  /** Actions that reach beyond the current page. */
  actions: z
    .strictObject({ setState: flag('setState'), setGlobal: flag('setGlobal'), callApi: flag('callApi') })
    .optional(),
  pages: z.record(z.string(), mcpPageSchema, 'pages must be a set of page ids.').optional(),
  /** Endpoints by id, for apps that stock Lowdefy builds as well. */
  api: z.record(z.string(), mcpEndpointSchema, 'api must be a set of endpoint ids.').optional(),
  /** Folders that agents may upload files from, absolute or relative to the app. */
  uploads: z
    .array(z.string('A folder must be text.').min(1), 'uploads must be a list of folders.')
    .optional(),
  /** Data of pages that agents can read by its address. */
  resources: mcpResourcesSchema.optional(),
  /** How pages are written for agents that do not choose. */
  format: z.enum(['tags', 'compact'], 'format must be tags or compact.').optional(),
};

/** `mcp:` at the top of `lowdefy.yaml`. */
export const mcpTopSchema = z.strictObject(
  {
    ...mcpAppShape,
    /** Validated by the server, which knows the authentication schemes. */
    auth: z.unknown().optional(),
    user: z.unknown().optional(),
    limits: limitsSchema.partial().optional(),
    session: z
      .strictObject({
        store: z.looseObject({ type: z.string('type must be text.') }).optional(),
        retention: retentionSchema.optional(),
      })
      .optional(),
    transport: z
      .enum(['stdio', 'sse', 'streamable-http'], 'transport must be stdio, sse or streamable-http.')
      .optional(),
    port: z.int().min(0).max(65535).optional(),
    name: text('name'),
    version: text('version'),
  },
  wrongShape('settings'),
);

export type McpBlockInput = z.infer<typeof mcpBlockSchema>;
export type McpTopInput = z.infer<typeof mcpTopSchema>;
/** What `loadApp` takes from `tandem.yaml`. */
export type McpAppInput = z.infer<z.ZodObject<typeof mcpAppShape>>;

/** Other names are compared with the tools of the app once it is built. */
function whyNoTool(name: string, tool: z.infer<typeof mcpToolSchema>): string | undefined {
  const isStock = STOCK_TOOLS.includes(name);
  const own = (['confirm', 'page', 'submit'] as const).filter((key) => tool[key] !== undefined);
  if (isStock && own.length > 0)
    return `${own.join(', ')} is for the app's own tools, and "${name}" is not one.`;
  if (!isStock && !toolName.safeParse(name).success)
    return toolName.safeParse(name).error?.issues[0]?.message;
  if (tool.submit !== undefined && tool.page === undefined) return 'submit needs page.';
  return undefined;
}

function wrongShape(what: string) {
  return {
    error: (issue: { code?: string }) =>
      issue.code === 'unrecognized_keys' ? undefined : `mcp must be a set of ${what}.`,
  };
}
