import { randomInt } from 'node:crypto';
import {
  type CallToolRequest,
  McpServer,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { AskingProgress } from './asking-progress.ts';
import { callTool } from './call-tool.ts';
import { guardHandler } from './guard-handler.ts';
import { type McpConnection, principalOf } from './in-call-context.ts';
import { type LegacyRounds, serveLegacyRounds } from './legacy-rounds.ts';
import type { McpServices } from './mcp-services.ts';
import { STATE_META_KEY, toAskedText } from './past-stream.ts';
import type { Round } from './round.ts';
import { serveChanges } from './serve-changes.ts';
import { servePrompts } from './serve-prompts.ts';
import { serveResources } from './serve-resources.ts';
import { shortName } from './short-name.ts';

export interface AreaServerOptions extends Omit<McpConnection, 'handshake'> {
  /** Kept open for notices; false where every request has a server of its own. */
  lasting: boolean;
  /** For calls of the older eras that may have to go on at another instance: told what they need for it. */
  aside?(text: string): void;
}

/**
 * Requests of the server are counted from here at most, and from 1 at least: clients of the 1.x SDK ignore the cancellation
 * of a request with the id 0. Instances must not use the same ids for one client.
 */
const MAX_FIRST_ID = 2 ** 47;

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
      // Questions to older clients are sent by `serveLegacyRounds`: it knows how long the client waits.
      inputRequired: { legacyShim: false },
    });
    this.#services = services;
    Object.assign(this.server, { _requestMessageId: options.aside ? randomInt(1, MAX_FIRST_ID) : 1 });
    const connection: McpConnection = { ...options, handshake: () => handshakeOf(this.server) };

    this.server.registerCapabilities({ tools: { listChanged: true }, logging: {} });
    const listTools = async (_request: unknown, sdk: ServerContext) => {
      await services.load();
      return { tools: await services.catalog.tools(principalOf(sdk, connection)) };
    };
    this.server.setRequestHandler(
      'tools/list',
      guardHandler(connection, services, () => 'the list of tools', listTools),
    );
    const progress = new AskingProgress();
    const send = this.server.request.bind(this.server) as LegacyRounds['send'];
    const call = async ({ params }: CallToolRequest, sdk: ServerContext) => {
      const play = (round: Round) => callTool(params, round, sdk, connection, services);
      if (options.era === 'legacy') {
        const asked = (next: unknown) =>
          options.aside?.(toAskedText({ id: sdk.mcpReq.id, params, state: next }));
        const state = sdk.mcpReq._meta?.[STATE_META_KEY];
        return serveLegacyRounds(sdk, play, { send, state, asked, progress });
      }
      const { inputResponses: answers = {}, requestState } = sdk.mcpReq;
      const startedAt = performance.now();
      return (await play({ answers, state: requestState<unknown>(), startedAt, mayAsk: true })).result;
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
    return this.#services.catalog.inputSchema(name);
  }
}

function handshakeOf(server: Server): ReturnType<McpConnection['handshake']> {
  const capabilities = server.getClientCapabilities() as Record<string, unknown> | undefined;
  const info = server.getClientVersion();
  return { ...(capabilities ? { capabilities } : {}), ...(info ? { info } : {}) };
}
