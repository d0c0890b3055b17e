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
import type { CallContext } from '../area/call-context.ts';
import { type InputRequired, isInputRequired, type Waiting } from '../area/input-required.ts';
import type { SealBinding } from '../area/seal.ts';
import type { Tool } from '../area/tool.ts';
import { waitingNote } from '../area/waiting.ts';
import type { Principal } from '../auth/principal.ts';
import { TandemError } from '../errors.ts';
import { toExpectedError } from '../lib/file-fault.ts';
import { didYouMean } from '../lib/nearest.ts';
import type { PlaceFilter } from '../lib/place-filter.ts';
import type { Instance } from '../session/instance-store.ts';
import { inCallContext, type McpConnection, principalOf } from './in-call-context.ts';
import type { McpServices } from './mcp-services.ts';
import { parseInput } from './parse-input.ts';
import { atHome, relay } from './relay.ts';
import type { Round } from './round.ts';
import { shortName } from './short-name.ts';
import { toCallToolResult } from './to-call-tool-result.ts';
import { toPublicMessage } from './translate-error.ts';

type Result = CallToolResult | InputRequiredResult;

/** What a round of a call returns, and when its questions no longer need an answer. */
export interface Played {
  result: Result;
  settled?: InputRequired['inputRequired']['settled'];
  /** The code of the error that ended it, or `internal`. */
  failure?: string;
}

/** The state of a call between two rounds, as it is sealed. */
interface SealedState {
  /** What its handler left. */
  own?: unknown;
  /** Where its questions are stored, if it asked any. */
  sessionId?: string | undefined;
  /** How often the client was asked before. */
  rounds?: number;
}

/** Clients of the newer era stop a call that asks more often, by default. */
const MAX_ROUNDS = 10;

/** One round of a tool call: looked up, parsed, state unsealed, handled, translated. */
export async function callTool(
  params: CallToolRequest['params'],
  round: Round,
  sdk: ServerContext,
  connection: McpConnection,
  services: McpServices,
): Promise<Played> {
  const startedAt = performance.now();
  await services.load();
  const principal = principalOf(sdk, connection);
  const { name, home } = await findTool(params.name, principal, services);
  return atHome(home, services, {
    here: () =>
      measured(name, startedAt, services, () => playRound(params, round, sdk, connection, services)),
    there: (to) => relayRound(to, params, round, { sdk, connection, services }),
  });
}

async function measured(
  name: string,
  startedAt: number,
  services: McpServices,
  play: () => Promise<Played>,
): Promise<Played> {
  let outcome = 'refused';
  try {
    const played = await play();
    outcome = outcomeOf(played);
    return played;
  } finally {
    // Only tools that exist: the names of others are chosen by the caller.
    services.monitor.call(name, outcome, (performance.now() - startedAt) / 1000);
  }
}

async function relayRound(
  to: Instance,
  params: CallToolRequest['params'],
  { answers, state, mayAsk }: Round,
  { sdk, connection, services }: Pick<Performing, 'sdk' | 'connection' | 'services'>,
): Promise<Played> {
  const again = state === undefined ? {} : { requestState: state, inputResponses: answers };
  const { name, arguments: args } = params;
  const asked = { method: 'tools/call', name, params: { name, arguments: args, ...again }, mayAsk } as const;
  return { result: (await relay(to, asked, sdk, connection, services)) as Result };
}

function outcomeOf({ result, failure }: Played): string {
  if (failure !== undefined) return failure;
  if (isInputRequiredResult(result)) return 'asked';
  return result.isError ? 'error' : 'ok';
}

async function playRound(
  params: CallToolRequest['params'],
  round: Round,
  sdk: ServerContext,
  connection: McpConnection,
  services: McpServices,
): Promise<Played> {
  const principal = principalOf(sdk, connection);
  const binding = { userId: principal.userId, tool: params.name, arguments: params.arguments };
  const state = await unseal(round.state, binding, services);
  const mayAsk = round.mayAsk && (connection.era === 'legacy' || (state.rounds ?? 0) < MAX_ROUNDS);
  const { result, settled, failure } = await perform(
    params,
    { ...round, mayAsk },
    { state, binding, sdk, connection, services },
  );
  const shown = principal.local ? result : withoutPlaces(result, services.places);
  return { result: shown, ...(settled ? { settled } : {}), ...(failure === undefined ? {} : { failure }) };
}

interface Performing {
  state: SealedState;
  binding: SealBinding;
  sdk: ServerContext;
  connection: McpConnection;
  services: McpServices;
}

async function perform(
  params: CallToolRequest['params'],
  round: Round,
  performing: Performing,
): Promise<Played> {
  const { state, sdk, connection, services } = performing;
  const principal = principalOf(sdk, connection);
  const tool = await findTool(params.name, principal, services);
  const work = async (ctx: CallContext): Promise<Played> => {
    const { client, signal } = ctx;
    let settled: Played['settled'];
    const asking = services.asking.beginRound({
      principal,
      client,
      tool: tool.name,
      arguments: params.arguments ?? {},
      answers: round.answers,
      sessionId: state.sessionId,
    });
    const handle = async () => {
      const outcome = await tool.handle(input, { ...ctx, ask: asking.ask, resumeCall });
      if (!isInputRequired(outcome)) return { result: finish(tool, outcome, services), done: true };
      settled = outcome.inputRequired.settled;
      return { result: await toWire(outcome, asking.sessionId, tool, performing), done: false };
    };
    const result = await asking.run<Result>(handle, signal);
    return { result, ...(settled ? { settled } : {}) };
  };
  const resumeCall: CallContext['resumeCall'] = async ({ tool: name, arguments: args, sessionId }) => {
    const binding = { ...performing.binding, tool: name, arguments: args };
    const again = { answers: {}, state: undefined, startedAt: round.startedAt, mayAsk: false };
    const { result } = await perform({ name, arguments: args }, again, {
      ...performing,
      binding,
      state: { sessionId },
    });
    if (isInputRequiredResult(result) || !result.isError) return {};
    return { error: result.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n') };
  };
  let input: Record<string, unknown>;
  try {
    input = parseInput(tool.input, params.arguments, tool.name) as Record<string, unknown>;
    await services.start();
    const call = { name: tool.name, state: state.own, round };
    return await inCallContext(sdk, call, connection, services, work);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const text = toPublicMessage(error, { principal, during: tool.name }, services);
    const failure = toExpectedError(error)?.code ?? 'internal';
    return { result: { content: [{ type: 'text', text }], isError: true }, failure };
  }
}

async function findTool(name: string, principal: Principal, { catalog }: McpServices): Promise<Tool> {
  const tool = await catalog.tool(name, principal);
  if (tool) return tool;
  const shown = shortName(name);
  const hint = didYouMean(shown, await catalog.toolNames(principal));
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool "${shown}".${hint}`);
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
  { inputRequired: { requests, state: own, waiting } }: InputRequired,
  sessionId: string | undefined,
  tool: Tool,
  { state, binding, services }: Performing,
): Promise<Result> {
  if (waiting) return toWaiting(waiting, tool);
  const next: SealedState = { own, sessionId, rounds: (state.rounds ?? 0) + 1 };
  const sealed = await services.sealer.seal(next, binding);
  return inputRequired({ inputRequests: requests as InputRequests, requestState: sealed });
}

function toWaiting(waiting: Waiting, { output }: Tool): CallToolResult {
  const content = [JSON.stringify(waiting), waitingNote(waiting)].map((text) => ({
    type: 'text' as const,
    text,
  }));
  // Clients refuse a result without structured content where the tool declares it, unless it is an error.
  return { content, ...(output ? { isError: true } : {}) };
}

async function unseal(sealed: unknown, binding: SealBinding, services: McpServices): Promise<SealedState> {
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
