import {
  type CallToolRequest,
  type CallToolResult,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { type InputRequired, isInputRequired } from '../area/input-required.ts';
import type { SealBinding } from '../area/seal.ts';
import type { Tool } from '../area/tool.ts';
import { TandemError } from '../errors.ts';
import { didYouMean } from '../lib/nearest.ts';
import type { PlaceFilter } from '../lib/place-filter.ts';
import { type CallState, type Connection, inCallContext, principalOf } from './call-context.ts';
import type { McpServices } from './mcp-services.ts';
import { parseInput } from './parse-input.ts';
import { shortName } from './short-name.ts';
import { toCallToolResult } from './to-call-tool-result.ts';
import { toPublicMessage } from './translate-error.ts';

type Result = CallToolResult | InputRequiredResult;

/** The life of a tool call: looked up, parsed, state unsealed, handled, translated. */
export async function callTool(
  params: CallToolRequest['params'],
  sdk: ServerContext,
  connection: Connection,
  services: McpServices,
): Promise<Result> {
  const principal = principalOf(sdk, connection);
  const result = await perform(params, sdk, connection, services);
  return principal.local ? result : withoutPlaces(result, services.places);
}

async function perform(
  params: CallToolRequest['params'],
  sdk: ServerContext,
  connection: Connection,
  services: McpServices,
): Promise<Result> {
  await services.load();
  const entry = services.catalog.tool(params.name);
  if (!entry) {
    const shown = shortName(params.name);
    const hint = didYouMean(shown, services.catalog.toolNames());
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool "${shown}".${hint}`);
  }
  const { tool } = entry;
  const principal = principalOf(sdk, connection);
  const binding = { userId: principal.userId, tool: tool.name, arguments: params.arguments };
  const state = await unseal(sdk, binding, services);
  try {
    const input = parseInput(tool.input, params.arguments, tool.name);
    await services.start();
    return await inCallContext(sdk, { name: tool.name, state }, connection, services, async (ctx) => {
      const round = async () => {
        const outcome = await tool.handle(input, ctx);
        return isInputRequired(outcome)
          ? { result: await toWire(outcome, state, binding, services), done: false }
          : { result: finish(tool, outcome, services), done: true };
      };
      if (state.asked.length === 0) return (await round()).result;
      return services.asks.resume<Result>(ctx.principal, state.asked, round, ctx.signal);
    });
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const text = toPublicMessage(error, { principal, during: tool.name }, services);
    return { content: [{ type: 'text', text }], isError: true };
  }
}

/** For a caller who is not at this machine. */
function withoutPlaces(result: Result, places: PlaceFilter): Result {
  const shown = places.data(result);
  if (isInputRequiredResult(shown) || !shown.isError) return shown;
  const content = shown.content.map((block) =>
    block.type === 'text' ? { ...block, text: places.message(block.text) } : block,
  );
  return { ...shown, content };
}

function finish(
  tool: Tool,
  outcome: Parameters<typeof toCallToolResult>[1],
  services: McpServices,
): CallToolResult {
  return toCallToolResult(tool, outcome, services.sessions.limits.maxResultTokens);
}

async function toWire(
  outcome: InputRequired,
  state: CallState,
  binding: SealBinding,
  services: McpServices,
): Promise<InputRequiredResult> {
  const { requests, state: own } = outcome.inputRequired;
  const sealed = await services.sealer.seal({ own, asked: state.asked } satisfies CallState, binding);
  return inputRequired({ inputRequests: requests as InputRequests, requestState: sealed });
}

async function unseal(sdk: ServerContext, binding: SealBinding, services: McpServices): Promise<CallState> {
  const sealed = sdk.mcpReq.requestState<unknown>();
  if (sealed === undefined) return { asked: [] };
  try {
    return (await services.sealer.open(String(sealed), binding)) as CallState;
  } catch (error) {
    if (!(error instanceof TandemError)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, {
      reason: 'invalid_request_state',
    });
  }
}
