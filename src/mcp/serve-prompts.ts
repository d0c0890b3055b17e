import {
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
import { didYouMean } from '../lib/nearest.ts';
import { type Connection, inCallContext, principalOf } from './call-context.ts';
import { complete } from './complete.ts';
import type { McpServices } from './mcp-services.ts';
import { parseInput } from './parse-input.ts';
import { completeResource } from './serve-resources.ts';
import { shortName } from './short-name.ts';
import { toProtocolError } from './to-protocol-error.ts';

export function servePrompts(server: Server, connection: Connection, services: McpServices): void {
  const { prompts } = services.catalog;
  const completes = [...prompts(), ...services.catalog.resources()].some((item) => item.complete);
  if (completes) {
    server.registerCapabilities({ completions: {} });
    server.setRequestHandler('completion/complete', ({ params: { ref, argument, context } }) =>
      ref.type === 'ref/prompt'
        ? complete(find(ref.name).complete?.[argument.name], argument.value, context?.arguments ?? {})
        : completeResource(ref.uri, argument, services),
    );
  }
  if (prompts().length === 0) return;
  server.registerCapabilities({ prompts: { listChanged: true } });
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts().map(toListed) }));
  server.setRequestHandler('prompts/get', (request, sdk) => get(request.params, sdk));

  async function get(
    params: { name: string; arguments?: Record<string, unknown> },
    sdk: ServerContext,
  ): Promise<GetPromptResult | InputRequiredResult> {
    const prompt = find(params.name);
    const { userId } = principalOf(sdk, connection);
    const binding = { userId, tool: `prompt ${prompt.name}`, arguments: params.arguments };
    try {
      const args = prompt.arguments ? parseInput(prompt.arguments, params.arguments, prompt.name) : {};
      await services.start();
      const sealed = sdk.mcpReq.requestState<unknown>();
      const own = sealed === undefined ? undefined : await services.sealer.open(String(sealed), binding);
      const call = { name: prompt.name, state: { own, asked: [] } };
      const outcome = await inCallContext(sdk, call, connection, services, (ctx) => prompt.get(args, ctx));
      if (!isInputRequired(outcome)) return { messages: outcome as GetPromptResult['messages'] };
      const { requests, state } = outcome.inputRequired;
      return inputRequired({
        inputRequests: requests as InputRequests,
        requestState: await services.sealer.seal(state, binding),
      });
    } catch (error) {
      throw error instanceof ProtocolError
        ? error
        : toProtocolError(error, services.log, `prompt ${params.name}`);
    }
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
