import {
  type CompleteRequest,
  type GetPromptResult,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Prompt } from '../area/area.ts';
import { isInputRequired } from '../area/input-required.ts';
import { TandemError } from '../errors.ts';
import { didYouMean } from '../lib/nearest.ts';
import { complete } from './complete.ts';
import { guardHandler } from './guard-handler.ts';
import { inCallContext, type McpConnection, principalOf } from './in-call-context.ts';
import type { McpServices } from './mcp-services.ts';
import { parseInput } from './parse-input.ts';
import { completeResource } from './serve-resources.ts';
import { shortName } from './short-name.ts';

export function servePrompts(server: Server, connection: McpConnection, services: McpServices): void {
  const { prompts } = services.catalog;
  if (services.catalog.completes()) {
    server.registerCapabilities({ completions: {} });
    const suggest = async ({ params: { ref, argument, context } }: CompleteRequest, sdk: ServerContext) =>
      ref.type === 'ref/prompt'
        ? complete(find(ref.name).complete?.[argument.name], argument.value, context?.arguments ?? {})
        : completeResource(ref.uri, argument, principalOf(sdk, connection), services);
    server.setRequestHandler(
      'completion/complete',
      guardHandler(connection, services, () => 'completion', suggest),
    );
  }
  if (prompts().length === 0) return;
  server.registerCapabilities({ prompts: { listChanged: true } });
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts().map(toListed) }));
  server.setRequestHandler(
    'prompts/get',
    guardHandler(
      connection,
      services,
      ({ params }) => `prompt ${shortName(params.name)}`,
      (request, sdk) => get(request.params, sdk),
    ),
  );

  async function get(
    params: { name: string; arguments?: Record<string, unknown> },
    sdk: ServerContext,
  ): Promise<GetPromptResult | InputRequiredResult> {
    const prompt = find(params.name);
    const principal = principalOf(sdk, connection);
    const binding = { userId: principal.userId, tool: `prompt ${prompt.name}`, arguments: params.arguments };
    const args = prompt.arguments ? parseInput(prompt.arguments, params.arguments, prompt.name) : {};
    await services.start();
    const sealed = sdk.mcpReq.requestState<unknown>();
    const own = sealed === undefined ? undefined : await services.sealer.open(String(sealed), binding);
    const call = { name: `Prompt ${prompt.name}`, state: own };
    const outcome = await inCallContext(sdk, call, connection, services, (ctx) => prompt.get(args, ctx));
    if (!isInputRequired(outcome)) {
      const messages = outcome as GetPromptResult['messages'];
      return { messages: principal.local ? messages : services.places.data(messages) };
    }
    if (connection.era === 'legacy')
      throw new TandemError(
        'unsupported',
        `The prompt ${prompt.name} asks first, which needs a client of MCP 2026-07-28 or newer.`,
      );
    const { requests, state } = outcome.inputRequired;
    return inputRequired({
      inputRequests: requests as InputRequests,
      requestState: await services.sealer.seal(state, binding),
    });
  }

  function find(name: string): Prompt {
    const prompt = prompts().find((candidate) => candidate.name === name);
    if (prompt) return prompt;
    const shown = shortName(name);
    const hint = didYouMean(
      shown,
      prompts().map((candidate) => candidate.name),
    );
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt "${shown}".${hint}`);
  }
}

function toListed(prompt: Prompt) {
  const schema = prompt.arguments && z.toJSONSchema(prompt.arguments, { io: 'input' });
  return {
    name: prompt.name,
    title: prompt.title,
    description: prompt.description,
    arguments: Object.entries(schema?.properties ?? {}).map(([name, property]) => ({
      name,
      description: typeof property === 'object' ? property.description : undefined,
      required: schema?.required?.includes(name) ?? false,
    })),
  };
}
