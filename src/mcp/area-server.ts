import {
  type CallToolRequest,
  isInputRequiredResult,
  McpServer,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { AskingProgress } from './asking-progress.ts';
import { callTool } from './call-tool.ts';
import { guardHandler } from './guard-handler.ts';
import type { McpConnection } from './in-call-context.ts';
import type { McpServices } from './mcp-services.ts';
import { serveChanges } from './serve-changes.ts';
import { servePrompts } from './serve-prompts.ts';
import { serveResources } from './serve-resources.ts';
import { shortName } from './short-name.ts';

export interface AreaServerOptions extends Omit<McpConnection, 'handshake'> {
  /** Kept open for notices; false where every request has a server of its own. */
  lasting: boolean;
}

const DAY = 24 * 60 * 60_000;
/** The lists are the same for every connection, and a notice says when they change. */
const LISTS = { ttlMs: 60_000, cacheScope: 'private' } as const;

/**
 * An MCP server over the catalog. It handles requests itself instead of registering each tool, so that
 * making one for every request (as the newer era does) costs next to nothing.
 */
export class AreaServer extends McpServer {
  readonly #services: McpServices;

  constructor(services: McpServices, options: AreaServerOptions) {
    super(services.info, {
      instructions: services.catalog.instructions,
      cacheHints: {
        'server/discover': LISTS,
        'tools/list': LISTS,
        'prompts/list': LISTS,
        'resources/list': LISTS,
        'resources/templates/list': LISTS,
      },
      // People take their time; the client's own patience ends the wait, not ours.
      inputRequired: { maxRounds: 64, roundTimeoutMs: DAY },
    });
    this.#services = services;
    const connection: McpConnection = { ...options, handshake: () => handshakeOf(this.server) };

    this.server.registerCapabilities({ tools: { listChanged: true }, logging: {} });
    const listTools = async () => {
      await services.load();
      return { tools: services.catalog.tools() };
    };
    this.server.setRequestHandler(
      'tools/list',
      guardHandler(connection, services, () => 'the list of tools', listTools),
    );
    const asking = new AskingProgress();
    const call = async (request: CallToolRequest, sdk: ServerContext) => {
      asking.end(sdk);
      const result = await callTool(request.params, sdk, connection, services);
      if (options.era === 'legacy' && isInputRequiredResult(result)) asking.begin(sdk);
      return result;
    };
    this.server.setRequestHandler(
      'tools/call',
      guardHandler(connection, services, ({ params }) => shortName(params.name), call),
    );
    serveResources(this.server, connection, services);
    servePrompts(this.server, connection, services);
    if (options.lasting) serveChanges(this.server, options, services);
  }

  /** Asked by the HTTP entry, which checks parameter headers against it before a call is dispatched. */
  override toolInputSchemaJson(name: string): Record<string, unknown> | undefined {
    return this.#services.catalog.tool(name)?.inputSchema;
  }
}

function handshakeOf(server: Server): ReturnType<McpConnection['handshake']> {
  const capabilities = server.getClientCapabilities() as Record<string, unknown> | undefined;
  const info = server.getClientVersion();
  return { ...(capabilities ? { capabilities } : {}), ...(info ? { info } : {}) };
}
