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
import { inCallContext, type McpConnection, principalOf } from './in-call-context.ts';
import type { McpServices } from './mcp-services.ts';
import { parseInput } from './parse-input.ts';
import { shortName } from './short-name.ts';
import { toCallToolResult } from './to-call-tool-result.ts';
import { toPublicMessage } from './translate-error.ts';

type Result = CallToolResult | InputRequiredResult;

/** The state of a call between two rounds, as it is sealed. */
interface SealedState {
  /** What its handler left. */
  own?: unknown;
  /** Where its questions are stored, if it asked any. */
  sessionId?: string | undefined;
}

/** The life of a tool call: looked up, parsed, state unsealed, handled, translated. */
export async function callTool(
  params: CallToolRequest['params'],
  sdk: ServerContext,
  connection: McpConnection,
  services: McpServices,
): Promise<Result> {
  const principal = principalOf(sdk, connection);
  const result = await perform(params, sdk, connection, services);
  return principal.local ? result : withoutPlaces(result, services.places);
}

async function perform(
  params: CallToolRequest['params'],
  sdk: ServerContext,
  connection: McpConnection,
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
    return await inCallContext(
      sdk,
      { name: tool.name, state: state.own },
      connection,
      services,
      async (ctx) => {
        const { client, signal } = ctx;
        const { answers } = ctx.input;
        const { sessionId } = state;
        const round = services.asking.beginRound({ principal, client, tool: tool.name, answers, sessionId });
        return round.run<Result>(async () => {
          const outcome = await tool.handle(input, { ...ctx, ask: round.ask });
          return isInputRequired(outcome)
            ? { result: await toWire(outcome, round.sessionId, binding, services), done: false }
            : { result: finish(tool, outcome, services), done: true };
        }, signal);
      },
    );
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
  sessionId: string | undefined,
  binding: SealBinding,
  services: McpServices,
): Promise<InputRequiredResult> {
  const { requests, state: own } = outcome.inputRequired;
  const sealed = await services.sealer.seal({ own, sessionId } satisfies SealedState, binding);
  return inputRequired({ inputRequests: requests as InputRequests, requestState: sealed });
}

async function unseal(sdk: ServerContext, binding: SealBinding, services: McpServices): Promise<SealedState> {
  const sealed = sdk.mcpReq.requestState<unknown>();
  if (sealed === undefined) return {};
  try {
    return (await services.sealer.open(String(sealed), binding)) as SealedState;
  } catch (error) {
    if (!(error instanceof TandemError)) throw error;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, {
      reason: 'invalid_request_state',
    });
  }
}
